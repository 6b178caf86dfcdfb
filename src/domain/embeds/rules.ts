/** Where the pages are that other sites show in a frame: the only ones of ours that may be framed. */
export const embedPath = "/embed";

/** How many events a frame shows when nobody says, and at most. */
export const countDefault = 6;
export const countMax = 20;

/** The theme of a frame: the reader's own, or always the same. */
export const looks = ["auto", "light", "dark"] as const;
export type Look = (typeof looks)[number];

/** How large a frame may be made, in CSS pixels; what it shows is laid out for this width and more. */
export const widthMin = 280;
export const widthMax = 1200;
export const heightMin = 120;
export const heightMax = 2000;

/** The width of a frame whose place is not known, in CSS pixels: what most programs that show others' pages have room for. */
export const widthDefault = 600;

/** From this width on an event's picture stands beside its words; `embed.css` has the same. */
const beside = 460;

/** Below this width lines wrap; `embed.css` has the same. */
const narrow = 340;
/** From this width on a list has two columns, where its frame is too low for one. */
export const twoColumns = 720;

/** A height in which one event is seen whole in a frame of a width, in CSS pixels. */
export const heightOfEvent = (width: number): number =>
  width >= beside ? 220 : (width >= narrow ? 212 : 256) + Math.ceil(width / 2);

/**
 * A height in which most lists of so many events are seen whole in a frame of a width, in CSS pixels: their head and foot, and lines with a title
 * of two lines. Null is as wide as its place, which may be a phone. Longer ones are scrolled in their frame.
 */
export function heightOfList(count: number, width: number | null): number {
  const isNarrow = width !== null && width < narrow;
  const rows = width !== null && width >= twoColumns ? Math.ceil(count / 2) : count;
  return Math.min((isNarrow ? 180 : 156) + (isNarrow ? 144 : 122) * rows, heightMax);
}

/** What a frame of ours may do: show what is ours, and open links. It is told to the browser too, so that nobody has to believe us. */
export const sandbox = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";

type Frame = { address: string; title: string; width: string; height: string; look: Look };

/**
 * The lines that show a frame in a page of another site, as one element of HTML. `width` and `height` are CSS pixels, or a share such as '100%'.
 * They need no script, and the frame is loaded when it comes into sight. Its colors are named on it as in it: a frame of another scheme than
 * its place gets a ground of its own from the browser, which is seen at its corners and before it is loaded.
 */
export const frameLines = ({ address, title, width, height, look }: Frame): string =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" width="${escaped(width)}" height="${escaped(height)}" loading="lazy" sandbox="${sandbox}" style="border:0;max-width:100%;color-scheme:${look === "auto" ? "light dark" : look}"></iframe>`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? "");
