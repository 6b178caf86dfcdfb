import type { ReactNode } from "react";

/** An address on the web, or one to write to, as people put them into a text. */
const address = /\b(?:https?:\/\/|mailto:)[^\s<>"]+|(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/giu;

/**
 * A text in which addresses are links: `http`, `https` and `mailto` ones, and no others. Where they lead is up to who wrote
 * them, so search engines are told not to follow, and the place that they lead to does not learn where its reader was.
 */
export function LinkedText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = withoutEnd(found);
    const href = hrefOf(shown);
    if (!href) continue;
    parts.push(
      text.slice(end, index),
      <a
        key={index}
        href={href}
        rel="nofollow ugc noopener noreferrer"
        className="underline decoration-1 underline-offset-4"
      >
        {shown}
      </a>,
    );
    end = index + shown.length;
  }
  return [...parts, text.slice(end)];
}

/** Without what ends the sentence around an address: a period, a quotation mark, a bracket that opened before it. */
function withoutEnd(found: string): string {
  const shorter = found.replace(/[.,:;!?'’”»*_]+$/u, "");
  for (const [open, close] of ["()", "[]"] as const) {
    if (shorter.endsWith(close!) && !shorter.includes(open!)) return withoutEnd(shorter.slice(0, -1));
  }
  return shorter.length < found.length ? withoutEnd(shorter) : shorter;
}

/** Where an address leads, or null when it leads nowhere. */
function hrefOf(shown: string): string | null {
  if (!/^(?:https?|mailto):/i.test(shown)) return `mailto:${shown}`;
  return URL.canParse(shown) ? shown : null;
}
