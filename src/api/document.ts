import { OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { inTurns } from "#domain/turns.ts";
import type { ApiEnv } from "./openapi.ts";

const description = `Every call of Goodturn. Send the bearer token that \`GET /api/auth/token\` returns to a member with a
session; cookies do not count outside \`/api/auth\`. Bodies are JSON of at most 64 kB. Every refusal has the same shape,
\`Refusal\`: its \`code\` for programs, a sentence for people, and for invalid input each field's path and sentence. Besides
the listed refusals, every call may return 500 \`internal\` or 503 \`unavailable\`, every call that writes 503 \`cannot_save\`,
every call with an unreadable body 400 \`invalid_json\` or 413 \`too_large\`, every call by which a member changes something
429 \`too_many_writes\`, and calls about passwords 503 \`too_busy\`.`;

/**
 * The document of all calls in OpenAPI 3.1, generated from the calls. It is built call by call, with other requests in
 * between, because building all at once would block them.
 */
export async function documentOf({ openAPIRegistry }: Pick<OpenAPIHono<ApiEnv>, "openAPIRegistry">) {
  const parts = await inTurns(openAPIRegistry.definitions, (one) => (one.type === "route" ? partOf(one.route) : []));
  const paths: PathsObject = {};
  const schemas: Schemas = {};
  for (const part of parts.flat()) {
    for (const [path, methods] of Object.entries(part.paths ?? {})) paths[path] = { ...paths[path], ...methods };
    Object.assign(schemas, part.components?.schemas);
  }
  // The product's calls first; the provider's are mounted before them, because only these see cookies.
  const sorted = Object.entries(paths).toSorted((one, other) => isProvider(one) - isProvider(other));
  return { ...head, components: { schemas, securitySchemes }, paths: Object.fromEntries(sorted) };
}

/** The document of one call, with the schemas that it names. */
function partOf(route: RouteConfig) {
  const alone = new OpenAPIHono();
  alone.openAPIRegistry.registerPath(route);
  return alone.getOpenAPI31Document(head);
}

const head = {
  openapi: "3.1.0",
  info: { title: "Goodturn", version: "0.1.0", description },
  servers: [{ url: "/api" }],
};

const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  gate: {
    type: "http",
    scheme: "Gate",
    description: "The pass that `POST /gates/open` gave a device, for one event's gate",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "goodturn.session_token",
    description: "Set by logging in; its name begins with `__Host-` on sites with https",
  },
};

type Part = ReturnType<typeof partOf>;
type PathsObject = NonNullable<Part["paths"]>;
type Schemas = NonNullable<NonNullable<Part["components"]>["schemas"]>;

const isProvider = ([path]: [string, unknown]) => Number(path.startsWith("/auth/"));

export type Document = Awaited<ReturnType<typeof documentOf>>;
