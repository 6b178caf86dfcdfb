import type { ReactNode } from "react";

import sans from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";

import { heightOfList, type Look, twoColumns } from "#domain/embeds/rules.ts";
import { localeNow, say } from "#messages/say.ts";

import card from "./embed-card.css?raw";
import columns from "./embed-columns.css?raw";
import dark from "./embed-dark.css?raw";
import base from "./embed.css?raw";

type EmbedPageProps = {
  title: string;
  look: Look;
  /** The full address of the same content on our site. */
  canonical: string;
  nonce: string;
  /** The number of events in its list: a few share the frame's height. */
  rows: number;
  children: ReactNode;
};

/** A page for a frame on another site: self-contained, one request and a font, and no script. */
export function EmbedPage({ title, look, canonical, nonce, rows, children }: EmbedPageProps) {
  const style = `@font-face{font-family:Figtree;src:url(${sans});font-weight:300 900;font-display:optional}${base}${card}:root{--rows:${rows};--pairs:${Math.ceil(rows / 2)}}${inTwo(rows)}${darkFor[look]}`;
  return (
    <html lang={localeNow()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={look === "auto" ? "light dark" : look} />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${say("brand.name")}`}</title>
        <link rel="canonical" href={canonical} />
        <link rel="preload" href={sans} as="font" type="font/woff2" crossOrigin="anonymous" />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** A frame of full width is as high as one column needs; with two columns its lower half would be empty. */
const inTwo = (rows: number) =>
  `@media (width>=${twoColumns}px) and (height<${heightOfList(rows, null)}px){${columns}}`;

const darkFor: Record<Look, string> = { light: "", dark, auto: `@media (prefers-color-scheme:dark){${dark}}` };

/** Opens a frame's links in a new tab, as a frame is too small to read in. */
export const outside = { target: "_blank", rel: "noopener" } as const;

/** Announces the new tab to screen readers. */
export const NewTab = () => <span className="said"> {say("embed.new_tab")}</span>;

/** The site that the frame comes from: its mark, and its name unless that is beside it. */
export function From({ origin, isMark = false }: { origin: string; isMark?: boolean }) {
  return (
    <a href={`${origin}/`} {...outside} className="from">
      <img src="/favicon.svg" alt="" width="20" height="20" loading="lazy" />
      <span className={isMark ? "said" : undefined}>{say("brand.name")}</span>
      <NewTab />
    </a>
  );
}
