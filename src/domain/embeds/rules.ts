/** The path of the pages that other sites may show in a frame; our other pages may not be framed. */
export const embedPath = "/embed";

/** The number of events in a frame by default, and at most. */
export const countDefault = 6;
export const countMax = 20;

/** The theme of a frame: the reader's own, or always the same. */
export const looks = ["auto", "light", "dark"] as const;
export type Look = (typeof looks)[number];

/** The size limits of a frame, in CSS pixels; its layout needs this width. */
export const widthMin = 280;
export const widthMax = 1200;
export const heightMin = 120;
export const heightMax = 2000;

/** The width of a frame in a place of unknown size, in CSS pixels, which suits most programs that embed pages. */
export const widthDefault = 600;

/** From this width on, an event's picture stands beside its text; `embed.css` has the same value. */
const beside = 460;

/** Below this width, lines wrap; `embed.css` has the same value. */
const narrow = 340;
/** From this width on, a list has two columns if its frame is too low for one. */
export const twoColumns = 720;

/** The height that shows a whole event in a frame of a width, in CSS pixels. */
export const heightOfEvent = (width: number): number =>
  width >= beside ? 220 : (width >= narrow ? 212 : 256) + Math.ceil(width / 2);

/**
 * The height that shows most lists of a length in a frame of a width, in CSS pixels: head, foot, and lines with a title
 * of two lines. Null stands for the width of the surrounding page, which may be a phone's. Longer lists scroll in their
 * frame.
 */
export function heightOfList(count: number, width: number | null): number {
  const isNarrow = width !== null && width < narrow;
  const rows = width !== null && width >= twoColumns ? Math.ceil(count / 2) : count;
  return Math.min((isNarrow ? 180 : 156) + (isNarrow ? 144 : 122) * rows, heightMax);
}

/**
 * The permissions of a frame: to show our pages, and to open links. The browser enforces them, so that other sites need
 * not trust us.
 */
export const sandbox = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";

type Frame = { address: string; title: string; width: string; height: string; look: Look };

/**
 * The HTML element that shows a frame in a page of another site. `width` and `height` are CSS pixels, or a share such
 * as '100%'. It needs no script, and loads when it comes into sight. It states its color scheme outside as well as
 * inside: behind a frame of a different scheme the browser paints an opaque background, which is visible at the corners
 * and while it loads.
 */
export const frameLines = ({ address, title, width, height, look }: Frame): string =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" width="${escaped(width)}" height="${escaped(height)}" loading="lazy" sandbox="${sandbox}" style="border:0;max-width:100%;color-scheme:${look === "auto" ? "light dark" : look}"></iframe>`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? "");
