import { createRoute } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import { requireHost, requireHostAddress } from "#domain/hosting/access.ts";
import { getHostAccess } from "#domain/hosting/queries.ts";
import { HostAccess } from "#domain/hosting/shapes.ts";
import type { AuthProvider } from "#domain/identity.ts";
import { ProofInput } from "#domain/members/shapes.ts";
import { Acknowledged, shape } from "#domain/shapes.ts";
import { answer, type ApiEnv, body, refusals, resource, signedIn } from "./openapi.ts";
import { bearerOf, jsonBody } from "./requests.ts";

const proof = "/host/proof";

/**
 * Before every call below `/host`, and before anything of it is read: to everybody but hosts it is not there. Only proving again
 * who one is needs no proof.
 */
export const onlyHosts = ({ provedAt }: Pick<AuthProvider, "provedAt">) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { context } = c.var;
    const token = context.actor.kind === "member" ? bearerOf(c) : undefined;
    c.set("context", { ...context, provedAt: token === undefined ? null : await provedAt(token) });
    if (c.req.path.endsWith(proof)) requireHostAddress(c.var.context);
    else requireHost(c.var.context);
    await next();
  });

const read = createRoute({
  operationId: "getHostAccess",
  summary: "Read until when you are believed to be one of the people who run this site",
  method: "get",
  path: "/host",
  security: signedIn,
  request: {},
  responses: { 200: answer(HostAccess, "You are"), ...refusals("no_such_call", "prove_again") },
});

const prove = createRoute({
  operationId: "proveHost",
  summary: "Prove that it is you, by your password; without one, log in again",
  method: "post",
  path: proof,
  middleware: [jsonBody],
  security: signedIn,
  request: { body: body(ProofInput) },
  responses: {
    200: answer(Acknowledged, "You are believed for another quarter of an hour"),
    ...refusals("invalid_json", "no_such_call", "log_in_again", "too_large", "invalid", "too_many_attempts"),
  },
});

/** What the people who run the site may do. */
export const hosting = (auth: Pick<AuthProvider, "prove">) =>
  resource()
    .openapi(read, (c) => c.json(getHostAccess(c.var.context), 200))
    .openapi(prove, async (c) => {
      await auth.prove(bearerOf(c) ?? "", c.req.valid("json").password);
      return c.json(shape(Acknowledged, { acknowledged: true }), 200);
    });
