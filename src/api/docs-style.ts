import { raw } from "hono/html";

/** The whole look of the calls' page, in both themes by what the reader's system asks for. */
export const docsStyle = raw(`
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif;
    background: light-dark(#fff, #14171c); color: light-dark(#1b1f24, #e8ebef); }
  body { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
  header p { max-width: 44rem; }
  h1 { margin: 0.5rem 0; line-height: 1.2; }
  h2 { margin: 3rem 0 0.5rem; font-size: 1.15rem; scroll-margin-top: 1rem; }
  code { font: 0.95em ui-monospace, monospace; }
  a { color: light-dark(#0b57a4, #8ec5ff); }
  nav ul { columns: 20rem; padding: 0; list-style: none; }
  nav a { display: inline-block; padding: 0.15rem 0; font: 0.95em ui-monospace, monospace; }
  .table { overflow-x: auto; margin: 1rem 0; }
  table { width: 100%; border-collapse: collapse; }
  caption { padding: 0.25rem 0; font-weight: 600; text-align: start; }
  th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-block-end: 1px solid light-dark(#c9ced6, #4a515c);
    text-align: start; vertical-align: top; min-width: 4rem; overflow-wrap: normal; }
  :focus-visible { outline: 3px solid light-dark(#0b57a4, #8ec5ff); outline-offset: 2px; }
`);
