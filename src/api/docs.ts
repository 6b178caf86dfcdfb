import { html, raw } from "hono/html";
import type { Document } from "./document.ts";

type Html = ReturnType<typeof html>;

/** The part of JSON Schema in use. */
type Shape = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  description?: string;
};
type Content = { content?: Record<string, { schema?: Shape }>; description?: string };
type Parameter = { name: string; in: string; required?: boolean; schema?: Shape; description?: string };
type Operation = {
  operationId: string;
  summary: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Call = Operation & { method: string; path: string };

/**
 * The list of all calls as a page for people. It has no script, and no style except its own, which carries the nonce.
 */
export function docsPage(document: Document, nonce: string | undefined): Html {
  const calls = callsOf(document);
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Shape>);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Goodturn API</title>
        <style nonce="${nonce ?? ""}">
          ${docsStyle}
        </style>
      </head>
      <body>
        <header>
          <a href="/">Goodturn</a>
          <h1>Goodturn API</h1>
          <p>${words(document.info.description ?? "")}</p>
          <p>The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
        </header>
        <nav aria-label="Calls">
          <ul>
            ${calls.map((call) => html`<li><a href="#${call.operationId}">${call.method} ${call.path}</a></li>`)}
          </ul>
        </nav>
        <main>${calls.map(callSection)} ${schemas.map(([name, shape]) => schemaSection(name, shape))}</main>
      </body>
    </html>`;
}

function callsOf(document: Document): Call[] {
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: `/api${path}`,
    })),
  );
}

const callSection = (call: Call) => html`
  <section aria-labelledby="${call.operationId}">
    <h2 id="${call.operationId}"><code>${call.method} ${call.path}</code></h2>
    <p>${call.summary}. ${callerInWords(call.security)}</p>
    ${takes(call)} ${answers(call)}
  </section>
`;

/** A call may accept several ways to log in; an empty one means that logging in is optional. */
function callerInWords(ways: Operation["security"] = []): string {
  const names = ways.flatMap((way) => Object.keys(way));
  if (names.length === 0) return "For everyone.";
  const name = names.includes("bearer")
    ? "a bearer token"
    : names.includes("gate")
      ? "the pass of a device that opened the gate"
      : "the session's cookie";
  return names.length < ways.length ? `For everyone; ${name} says who you are.` : `Needs ${name}.`;
}

function takes({ operationId, parameters = [], requestBody }: Call): Html | "" {
  const body = requestBody?.content?.["application/json"]?.schema;
  const rows = [
    ...parameters.map((it) =>
      field(it.name, it.in, { ...it.schema, description: it.description ?? "" }, it.required ?? false),
    ),
    ...fieldsOf(body).map(([name, shape, required]) => field(name, "body", shape, required)),
  ];
  if (rows.length === 0) return "";
  return table(`Input of ${operationId}`, "Input", ["Name", "In", "Type", "Needed", "Meaning"], rows);
}

const field = (name: string, place: string, shape: Shape, required: boolean) => [
  html`<code>${name}</code>`,
  place,
  typeInWords(shape),
  required ? "yes" : "no",
  words(shape.description ?? ""),
];

const fieldsOf = (shape: Shape | undefined): [string, Shape, boolean][] =>
  Object.entries(shape?.properties ?? {}).map(([name, it]) => [name, it, shape?.required?.includes(name) ?? false]);

function answers({ operationId, responses }: Call): Html {
  const rows = Object.entries(responses).map(([status, { content, description }]) => [
    html`<code>${status}</code>`,
    typeInWords(Object.values(content ?? {})[0]?.schema ?? {}),
    words(description ?? ""),
  ]);
  return table(`Answers of ${operationId}`, "Answer", ["Status", "Type", "Meaning"], rows);
}

const schemaSection = (name: string, shape: Shape) => html`
  <section aria-labelledby="${name}">
    <h2 id="${name}">${name}</h2>
    ${table(
      `Fields of ${name}`,
      "Fields",
      ["Name", "Type", "Always", "Meaning"],
      fieldsOf(shape).map(([key, it, required]) => [
        html`<code>${key}</code>`,
        typeInWords(it),
        required ? "yes" : "no",
        words(it.description ?? ""),
      ]),
    )}
  </section>
`;

/** A table that scrolls sideways on a narrow screen, also by keyboard. */
const table = (label: string, caption: string, heads: string[], rows: (Html | string)[][]) => html`
  <div class="table" role="region" aria-label="${label}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`;

function typeInWords(shape: Shape): Html | string {
  if (shape.$ref !== undefined) {
    const name = shape.$ref.split("/").at(-1) ?? "";
    return html`<a href="#${name}">${name}</a>`;
  }
  if (shape.items) return html`list of ${typeInWords(shape.items)}`;
  if (shape.enum)
    return html`${shape.enum.map((value, index) => html`${index ? ", " : ""}<code>${String(value)}</code>`)}`;
  if (shape.properties) {
    const names = Object.entries(shape.properties);
    return html`${names.map(([name, it], index) => html`${index ? ", " : ""}<code>${name}</code> ${typeInWords(it)}`)}`;
  }
  const types = [shape.type ?? "null"].flat().map((type) => (type === "string" ? (shape.format ?? "text") : type));
  return types.join(" or ");
}

/** Formats text between backticks as code. */
const words = (text: string): Html =>
  html`${text.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`;

/** The style of the whole page, in the theme of the reader's system. */
const docsStyle = raw(`
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
