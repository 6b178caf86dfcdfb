import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "./openapi.ts";

const description = `Every call of Goodturn. Send the bearer token that \`GET /api/auth/token\` gives to a signed-in member;
cookies count for nothing here. Bodies are JSON of at most 64 kB. Every refusal has one shape, \`Refusal\`: its \`code\` for
programs, a sentence for people, and for wrong input each field's path and sentence. Besides the ones listed, every call may
answer 500 \`internal\` or 503 \`unavailable\`.`;

/** The list of all calls in OpenAPI 3.1, made from the calls themselves. */
export const document = (calls: Pick<OpenAPIHono<ApiEnv>, "openAPIRegistry" | "getOpenAPI31Document">) => {
  calls.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
  });
  return calls.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Goodturn", version: "0.1.0", description },
    servers: [{ url: "/api" }],
  });
};
