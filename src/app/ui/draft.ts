import { forget, keep, kept } from "./storage.ts";

/** The typed but unsent text of a form, by field. */
type Draft = Record<string, string>;

const storageKey = (name: string) => `goodturn.draft.${name}`;

/** The draft of a form; empty if there is none. */
export function readDraft(name: string): Draft {
  try {
    const draft: unknown = JSON.parse(kept(storageKey(name)) ?? "{}");
    return typeof draft === "object" && draft !== null ? (draft as Draft) : {};
  } catch {
    return {};
  }
}

/** Stores a draft, but never a password. */
export const keepDraft = (name: string, { password: _secret, ...draft }: Draft) =>
  keep(storageKey(name), JSON.stringify(draft));

export const forgetDraft = (name: string) => forget(storageKey(name));
