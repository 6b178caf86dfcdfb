import { join } from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import type { EventWords } from "#domain/ports.ts";
import { firstCharacters, lengthOf } from "#domain/rules.ts";
import { scenes } from "../scenes.ts";
import { loadFontsFor, otherFamilies } from "./fonts.ts";

/** The size that social networks ask for, in pixels. */
const width = 1200;
const height = 630;
/** The column of the words, and its margin. */
const column = 640;
const margin = 56;
const lineWidth = column - 2 * margin;

const paper = "#fbf7ee";
const ink = "#1f2c26";
const quiet = "#4a554f";
const leaf = "#1f6642";
const clay = "#a44527";

/**
 * Draws an event as a PNG of 1200 to 630: its words beside its photo, or the scene of its type. A line with a letter
 * that none of our fonts has is left out, because boxes would be worse.
 */
export async function drawEvent(words: EventWords, photo: Uint8Array | null): Promise<Uint8Array> {
  const { eventTypeLabel, title, when, place } = words;
  const label = await drawn(eventTypeLabel, { size: 28, color: clay, tallest: 40 });
  const heading = await drawn(title, { size: title.length > 30 ? 54 : 66, color: ink, tallest: 300, isTitle: true });
  const time = await drawn(when, { size: 32, color: ink, tallest: 126 });
  const where = await drawn(place, { size: 32, color: quiet, tallest: 46, isQuiet: true });
  const brand = await drawn("Goodturn", { size: 34, color: leaf, tallest: 50, isTitle: true });

  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([
      { input: await picture(words.eventType, photo), left: column, top: 0 },
      ...stacked([label, heading], 22, margin),
      ...stacked([time, where, brand], 16, height - margin, true),
    ])
    .removeAlpha()
    .png()
    .toBuffer();
}

/** Returns the picture of an event: its photo if readable, otherwise the scene, in the frame beside the words. */
async function picture(eventType: string, photo: Uint8Array | null): Promise<Buffer> {
  const frame = { width: width - column, height, fit: "cover" } as const;
  const scene = () =>
    sharp(join(scenes, `${eventType}.svg`), { density: 144 })
      .resize(frame)
      .png()
      .toBuffer();
  if (!photo) return scene();
  return sharp(photo).resize(frame).flatten({ background: paper }).png().toBuffer().catch(scene);
}

type Look = { size: number; color: string; tallest: number; isQuiet?: boolean; isTitle?: boolean };
type Drawn = { input: Buffer; width: number; height: number; fromRight: boolean };

/** Draws a text in lines, as outlines. It is reduced or cut if it is too tall; null if a letter has no font. */
async function drawn(text: string, look: Look): Promise<Drawn | null> {
  if (text.trim() === "" || !(await loadFontsFor(`${text}…`))) return null;
  const whole = await lines(text, look);
  if (whole.height <= look.tallest) return whole;
  if (look.isTitle && look.size > 40) return drawn(text, { ...look, size: look.size - 8 });
  let [fits, most] = [0, lengthOf(text)];
  while (most - fits > 1) {
    const middle = Math.floor((fits + most) / 2);
    if ((await lines(shortened(text, middle), look)).height <= look.tallest) fits = middle;
    else most = middle;
  }
  return lines(shortened(text, fits), look);
}

const shortened = (text: string, length: number) => `${firstCharacters(text, length).trimEnd()}…`;

async function lines(text: string, { size, color, isQuiet = false, isTitle = false }: Look): Promise<Drawn> {
  const own = isTitle ? "Bricolage Grotesque" : isQuiet ? "Figtree" : "Figtree SemiBold";
  const weight = isTitle ? 700 : isQuiet ? 400 : 600;
  const family = `font_family="${own}, ${otherFamilies}" font_weight="${weight}"`;
  const style = `${family} size="${size * 1024}" foreground="${color}"`;
  const markup = `<span ${style}>${escaped(text)}</span>`;
  const options = { text: markup, width: lineWidth, wrap: "word-char", rgba: true, dpi: 72 } as const;
  const { data, info } = await sharp({ text: options }).png().toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height, fromRight: isRightToLeft(text) };
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);

/** The direction depends on the first letter, as in browsers by default. */
const isRightToLeft = (text: string) => /^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text.replace(/^\P{L}+/u, ""));

/** Stacks texts downwards from a position, or upwards to it, each aligned to the side where its script begins. */
function stacked(texts: readonly (Drawn | null)[], gap: number, from: number, upwards = false): OverlayOptions[] {
  let place = from;
  const shown = texts.filter((text) => text !== null);
  return (upwards ? shown.toReversed() : shown).map((text) => {
    if (upwards) place -= text.height;
    const top = place;
    place += upwards ? -gap : text.height + gap;
    return { input: text.input, left: text.fromRight ? column - margin - text.width : margin, top };
  });
}
