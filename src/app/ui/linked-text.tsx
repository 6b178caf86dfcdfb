import type { ReactNode } from "react";

/** A web or mail address, as people write it in a text. */
const address = /\b(?:https?:\/\/|mailto:)[^\s<>"]+|(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/giu;

/**
 * A text in which addresses are links, only `http`, `https` and `mailto`. Any author may have written them, so search
 * engines are told not to follow them, and the target does not learn the referring page.
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

/** The address without the end of the sentence around it: a period, a quotation mark, or a bracket opened before it. */
function withoutEnd(found: string): string {
  const shorter = found.replace(/[.,:;!?'’”»*_]+$/u, "");
  for (const [open, close] of ["()", "[]"] as const) {
    if (shorter.endsWith(close!) && !shorter.includes(open!)) return withoutEnd(shorter.slice(0, -1));
  }
  return shorter.length < found.length ? withoutEnd(shorter) : shorter;
}

/** The target of an address; null if it is not a link. */
function hrefOf(shown: string): string | null {
  if (!/^(?:https?|mailto):/i.test(shown)) return `mailto:${shown}`;
  return URL.canParse(shown) ? shown : null;
}
