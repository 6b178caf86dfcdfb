import { z } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import { hostedBy, requireHost, requireHostAddress } from "./access.ts";
import { letTaskGo, retryTask } from "./commands.ts";
import { getMember, listMembers } from "./members.ts";
import { getHostAccess, getOverview, listHostActions } from "./queries.ts";
import {
  FoundMember as FoundMemberShape,
  HostAccess,
  HostAction as HostActionShape,
  HostOverview,
  HostReason,
  LogFilter,
  MemberFilter,
  WholeMember,
} from "./shapes.ts";
import type { AuthProvider } from "../identity.ts";
import { ProofInput } from "../members/shapes.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { deleteMember, liftSuspension, suspendMember } from "../suspensions/commands.ts";
import {
  answer,
  body,
  call,
  named,
  page,
  pageHeaders,
  refusals,
  resource,
  signedIn,
  type ApiEnv,
} from "#api/openapi.ts";
import { bearerOf, jsonBody } from "#api/requests.ts";

const proof = "/host/proof";
const FoundMember = named(FoundMemberShape, "FoundMember");
const HostAction = named(HostActionShape, "HostAction");

/**
 * Runs before every call below `/host`, and before its input is read: for all callers except hosts it does not exist.
 * Only proving the identity again needs no recent proof.
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

const read = call({
  operationId: "getHostAccess",
  summary: "Read until when your proof as a host counts",
  method: "get",
  path: "/host",
  security: signedIn,
  request: {},
  responses: { 200: answer(HostAccess, "The end of your access"), ...refusals("no_such_call", "prove_again") },
});

const prove = call({
  operationId: "proveHost",
  summary: "Prove your identity, by your password; without a password, log in again",
  method: "post",
  path: proof,
  middleware: [jsonBody],
  security: signedIn,
  request: { body: body(ProofInput) },
  responses: {
    200: answer(Acknowledged, "Your proof counts for another quarter of an hour"),
    ...refusals("no_such_call", "log_in_again", "too_many_attempts"),
  },
});

const overview = call({
  operationId: "getHostOverview",
  summary: "Read the state of the site: waiting work, mail, and the figures by week",
  method: "get",
  path: "/host/overview",
  security: signedIn,
  request: {},
  responses: { 200: answer(HostOverview, "The state of the site"), ...refusals("no_such_call", "prove_again") },
});

const log = call({
  operationId: "listHostActions",
  summary: "List the actions of hosts, the latest first",
  method: "get",
  path: "/host/log",
  security: signedIn,
  request: { query: LogFilter },
  responses: { 200: page(HostAction, "A page of actions"), ...refusals("no_such_call", "prove_again", "invalid") },
});

const members = call({
  operationId: "listMembers",
  summary: "Find members by name or address, the newest first",
  method: "get",
  path: "/host/members",
  security: signedIn,
  request: { query: MemberFilter },
  responses: { 200: page(FoundMember, "A page of members"), ...refusals("no_such_call", "prove_again", "invalid") },
});

const memberParam = z.object({ id: z.string().openapi({ description: "The member's `_id`" }) });

const member = call({
  operationId: "getMember",
  summary: "Read a member, their events and the hosts' actions on them",
  method: "get",
  path: "/host/members/{id}",
  security: signedIn,
  request: { params: memberParam },
  responses: { 200: answer(WholeMember, "The member"), ...refusals("no_such_call", "prove_again", "not_found") },
});

const acting = { security: signedIn, middleware: [jsonBody] };
const reasoned = body(HostReason);
const acted = ["no_such_call", "prove_again", "not_found"] as const;

const suspend = call({
  operationId: "suspendMember",
  summary:
    "Suspend a member, with a reason that they get by mail: sessions end, their events are hidden, their spots become free",
  method: "post",
  path: "/host/members/{id}/suspend",
  ...acting,
  request: { params: memberParam, body: reasoned },
  responses: { 200: answer(Acknowledged, "The member is suspended"), ...refusals(...acted, "host_stays") },
});

const lift = call({
  operationId: "liftSuspension",
  summary: "End a member's suspension, and show their events again",
  method: "post",
  path: "/host/members/{id}/lift",
  ...acting,
  request: { params: memberParam, body: reasoned },
  responses: { 200: answer(Acknowledged, "The member can log in"), ...refusals(...acted, "host_stays") },
});

const removal = call({
  operationId: "deleteMember",
  summary: "Delete a member's account at once, with all of their data",
  method: "post",
  path: "/host/members/{id}/delete",
  ...acting,
  request: { params: memberParam, body: reasoned },
  responses: {
    200: answer(Acknowledged, "The account is deleted within seconds"),
    ...refusals(...acted, "host_stays"),
  },
});

const taskParam = z.object({ id: z.string().openapi({ description: "The task's `id`" }) });

const retry = call({
  operationId: "retryTask",
  summary: "Retry a task at once that was given up, or has failed and waits",
  method: "post",
  path: "/host/tasks/{id}/retry",
  ...acting,
  request: { params: taskParam, body: reasoned },
  responses: { 200: answer(Acknowledged, "The task is retried"), ...refusals(...acted) },
});

const drop = call({
  operationId: "dropTask",
  summary: "Give up a task for good",
  method: "post",
  path: "/host/tasks/{id}/drop",
  ...acting,
  request: { params: taskParam, body: reasoned },
  responses: { 200: answer(Acknowledged, "The task will not run again"), ...refusals(...acted) },
});

/** The calls for the hosts of the site. */
export const hosting = (auth: Pick<AuthProvider, "prove" | "endAccess">, isReady = async () => true) =>
  resource()
    .openapi(read, (c) => c.json(getHostAccess(c.var.context), 200))
    .openapi(prove, async (c) => {
      await auth.prove(bearerOf(c) ?? "", c.req.valid("json").password);
      return c.json(shape(Acknowledged, { acknowledged: true }), 200);
    })
    .openapi(overview, async (c) => c.json(await getOverview(c.var.context, isReady), 200))
    .openapi(log, async (c) => {
      const { rows, ...where } = await listHostActions(c.var.context, c.req.valid("query"));
      return c.json(rows, 200, pageHeaders(c.req.url, where));
    })
    .openapi(members, async (c) => {
      const { rows, ...where } = await listMembers(c.var.context, c.req.valid("query"));
      return c.json(rows, 200, pageHeaders(c.req.url, where));
    })
    .openapi(member, async (c) => c.json(await getMember(c.var.context, c.req.valid("param").id), 200))
    .openapi(suspend, async (c) => {
      const ctx = { ...hostedBy(c.var.context), endAccess: auth.endAccess };
      return c.json(await suspendMember(ctx, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(lift, async (c) => {
      const ctx = { ...hostedBy(c.var.context), endAccess: auth.endAccess };
      return c.json(await liftSuspension(ctx, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(removal, async (c) => {
      const ctx = { ...hostedBy(c.var.context), endAccess: auth.endAccess };
      return c.json(await deleteMember(ctx, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(retry, async (c) =>
      c.json(await retryTask(hostedBy(c.var.context), c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(drop, async (c) =>
      c.json(await letTaskGo(hostedBy(c.var.context), c.req.valid("param").id, c.req.valid("json")), 200),
    );
