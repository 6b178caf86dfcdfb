import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { GoogleOutcome } from "#domain/identity.ts";
import { localeNow, say } from "#messages/say.ts";

type Html = ReturnType<typeof html>;

// The product's colors, in the theme of the reader's system.
const style = `
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif;
    background: light-dark(oklch(0.972 0.012 88), oklch(0.225 0.013 165));
    color: light-dark(oklch(0.28 0.022 165), oklch(0.93 0.016 88)); }
  body { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere; }
  h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.2; }
  h2 { margin: 1.5rem 0 0.75rem; font-size: 1rem; }
  ul { display: grid; gap: 0.75rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
  a { display: block; padding: 0.75rem 1rem; border-radius: 0.875rem; color: inherit;
    border: 1px solid light-dark(oklch(0.28 0.022 165), oklch(0.93 0.016 88)); text-decoration: none; }
  li a { border-color: transparent; background: light-dark(oklch(0.44 0.09 157), oklch(0.8 0.115 152));
    color: light-dark(oklch(0.99 0.012 100), oklch(0.22 0.04 157)); }
  a:hover { text-decoration: underline; }
  small { display: block; font-size: 0.875rem; }
  :focus-visible { outline: 3px solid light-dark(oklch(0.53 0.135 40), oklch(0.76 0.115 48)); outline-offset: 2px; }
`;

// Tells a page of ours that opened this window the outcome, and nothing else: no token, no name. The opener closes the
// window; closing it here at once could lose the message.
const script = `if (opener) {
  opener.postMessage({ googleSignIn: document.body.dataset.outcome }, location.origin);
  setTimeout(close, 3000);
}`;

// Uses a whole element, because browsers accept only the exact text of the hash.
const styleElement = raw(`<style>${style}</style>`);
const scriptElement = raw(`<script>${script}</script>`);

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const openerPolicy = "Cross-Origin-Opener-Policy";

/**
 * A page in a window that our page has opened. It must have no `Cross-Origin-Opener-Policy`: on returning from another
 * site, any policy would cut the window off from its opener, also on a redirect.
 */
export async function popupPage(c: Context, title: string, body: Html, status: 200 | 400 = 200): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="${localeNow()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleElement}
      </head>
      ${body}
    </html>`;
  return c.body(page.toString(), status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    [openerPolicy]: "unsafe-none",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  });
}

/**
 * The page by which a sign-in window tells its opener the outcome and closes; if that fails, the page says what to do.
 */
export function outcomePage(c: Context, outcome: GoogleOutcome): Promise<Response> {
  const sentence = say(`google.${outcome}`);
  const body = html`<body data-outcome="${outcome}">
    <main>
      <h1>${sentence}</h1>
      <p>${say("google.window.close")}</p>
    </main>
    ${scriptElement}
  </body>`;
  return popupPage(c, sentence, body);
}
