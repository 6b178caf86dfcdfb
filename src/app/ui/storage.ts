/** The storage of this browser, and that of this tab until it is closed. */
const areas = { browser: () => localStorage, tab: () => sessionStorage };
type Area = keyof typeof areas;

/**
 * Stores a text. If storage is full or forbidden (a private window, a strict setting), it stores nothing, and does not
 * throw.
 */
export function keep(key: string, text: string, area: Area = "browser"): void {
  try {
    areas[area]().setItem(key, text);
  } catch {
    // Only something convenient is lost, such as a draft.
  }
}

/** The value stored under a key, or null. */
export function kept(key: string, area: Area = "browser"): string | null {
  try {
    return areas[area]().getItem(key);
  } catch {
    return null;
  }
}

export function forget(key: string, area: Area = "browser"): void {
  try {
    areas[area]().removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}
