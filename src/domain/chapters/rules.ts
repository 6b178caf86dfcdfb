/** The number of chapters that a community's page begins with, and the most that it lists. */
export const chaptersShown = 10;
export const chaptersMax = 100;

/** The last part of a community's address in what an organizer typed: its link, its path, or that part alone. */
export function slugIn(typed: string): string {
  const [, last = typed] = /\/community\/([^/?#]+)/.exec(typed) ?? [];
  try {
    return decodeURIComponent(last.trim()).toLowerCase();
  } catch {
    return last.trim().toLowerCase();
  }
}
