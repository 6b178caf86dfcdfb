/** What was typed into a form and not yet sent, kept in this browser: a reload or a detour loses nothing. */
type Draft = Record<string, string>;

const storageKey = (name: string) => `goodturn.draft.${name}`;

export function readDraft(name: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(name)) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Draft) : {};
  } catch {
    return {};
  }
}

export function keepDraft(name: string, draft: Draft) {
  try {
    localStorage.setItem(storageKey(name), JSON.stringify(draft));
  } catch {
    // Storage that is full or forbidden costs the draft, never the form.
  }
}

export const forgetDraft = (name: string) => localStorage.removeItem(storageKey(name));
