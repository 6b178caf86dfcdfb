import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "./openapi.ts";

const description = `Every call of Goodturn. Send the bearer token that \`GET /api/auth/token\` gives to a member with a
session; cookies count for nothing outside \`/api/auth\`. Bodies are JSON of at most 64 kB. Every refusal has one shape,
\`Refusal\`: its \`code\` for programs, a sentence for people, and for wrong input each field's path and sentence. Besides the
ones listed, every call may answer 500 \`internal\` or 503 \`unavailable\`, every call with a body that it cannot read 400
\`invalid_json\` or 413 \`too_large\`, every call by which a member changes something 429 \`too_many_writes\`, and those about
passwords 503 \`too_busy\`.`;

/** The list of all calls in OpenAPI 3.1, made from the calls themselves. */
export function documentOf(calls: Pick<OpenAPIHono<ApiEnv>, "openAPIRegistry" | "getOpenAPI31Document">) {
  const { openAPIRegistry: registry } = calls;
  registry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer", bearerFormat: "JWT" });
  registry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: "goodturn.session_token",
    description: "Set by logging in; its name begins with `__Host-` where we are reached by https",
  });
  const made = calls.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Goodturn", version: "0.1.0", description },
    servers: [{ url: "/api" }],
  });
  // The product first; the provider is mounted before it, because it alone sees cookies.
  const paths = Object.entries(made.paths ?? {}).toSorted((one, other) => isProvider(one) - isProvider(other));
  return { ...made, paths: Object.fromEntries(paths) };
}

const isProvider = ([path]: [string, unknown]) => Number(path.startsWith("/auth/"));

export type Document = ReturnType<typeof documentOf>;
