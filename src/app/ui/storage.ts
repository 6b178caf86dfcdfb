/**
 * Storage in this browser. Where storage is full or forbidden (a private window, a strict setting), it keeps
 * nothing, and nothing else breaks.
 */
export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It is a convenience that is lost, such as a draft.
  }
}

/** The value stored under a key, or null. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
