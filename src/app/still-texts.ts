import { createElement, type FunctionComponent } from "react";
import { renderToString } from "react-dom/server";

import type { Part, Shown, TextOf } from "./ui/still.tsx";

/** React's mark for a part that still waits when its text is rendered. */
const waiting = "<!--$!-->";

/** React's preloads of pictures, which belong to the beginning of a page and not into a part's text. */
const announced = /^(?:<link rel="preload"[^>]*>)+/;

/**
 * Stores the texts of parts that pages share (`ui/still.tsx`), such as an event's card, which stays the same when
 * another event of the list changes. The first use of a part only notes it: many are never used again.
 * @param bytesMax how many bytes of texts and keys are kept; those not used lately are dropped
 */
export function createStillTexts(bytesMax: number) {
  const numbers = new Map<Part, number>();
  /** The texts by part and data; null after a first use. */
  let [latest, before] = [new Map<string, Buffer | null>(), new Map<string, Buffer | null>()];
  let bytes = 0;

  function keep(key: string, text: Buffer | null) {
    bytes += key.length + (text?.length ?? 0);
    if (bytes > bytesMax / 2) {
      [latest, before] = [new Map(), latest];
      bytes = 0;
    }
    latest.set(key, text);
    return text;
  }

  function numberOf(part: Part): number {
    const number = numbers.get(part) ?? numbers.size;
    numbers.set(part, number);
    return number;
  }

  /** A part that waits for something has no stored text: the page waits for it in its place. */
  return function textOf(part: Part, shown: Shown): Buffer | null {
    const key = `${numberOf(part)} ${JSON.stringify(shown)}`;
    const known = latest.get(key);
    if (known) return known;
    const earlier = before.get(key);
    if (earlier) return keep(key, earlier);
    if (known === undefined && earlier === undefined) return keep(key, null);
    const text = renderToString(createElement(part as FunctionComponent<Shown>, shown));
    if (text.includes(waiting)) return null;
    return keep(key, Buffer.from(text.replace(announced, "")));
  };
}

/**
 * Assembles a page from React's output and from texts that are bytes already. `seam` must be a text that cannot occur
 * anywhere else in the page.
 */
export function createSeams(textOf: (part: Part, shown: Shown) => Buffer | null, seam: string) {
  const texts: Buffer[] = [];
  const [begin, end] = [`<!--${seam} `, "-->"];

  const place: TextOf = (part, shown) => {
    const text = textOf(part, shown);
    return text === null ? null : `${begin}${texts.push(text) - 1}${end}`;
  };

  function sewn(page: Buffer): Buffer<ArrayBuffer> {
    const parts: Buffer[] = [];
    let from = 0;
    for (let at = page.indexOf(begin); at >= 0; at = page.indexOf(begin, from)) {
      parts.push(page.subarray(from, at));
      from = page.indexOf(end, at) + end.length;
      const text = texts[Number(page.toString("latin1", at + begin.length, from - end.length))];
      if (text) parts.push(text);
    }
    return Buffer.concat([...parts, page.subarray(from)]);
  }

  return { place, sewn };
}
