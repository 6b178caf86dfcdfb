import { forget, keep, kept } from "./storage.ts";

/** The text typed into a form and not yet sent, by the fields' names. */
type Draft = Record<string, string>;

const storageKey = (name: string) => `goodturn.draft.${name}`;

/** The draft of a form; empty when there is none. */
export function readDraft(name: string): Draft {
  try {
    const draft: unknown = JSON.parse(kept(storageKey(name)) ?? "{}");
    return typeof draft === "object" && draft !== null ? (draft as Draft) : {};
  } catch {
    return {};
  }
}

/** Keeps a draft; a password never. */
export const keepDraft = (name: string, { password: _secret, ...draft }: Draft) =>
  keep(storageKey(name), JSON.stringify(draft));

export const forgetDraft = (name: string) => forget(storageKey(name));
