import { z } from "@hono/zod-openapi";
import { endLinkedFollow, endOwnFollow, follow, setLinkedTiming, setOwnTiming } from "./commands.ts";
import { getLinkedFollowing, getOwnFollowing } from "./queries.ts";
import { FollowBegun, FollowEnded, FollowInput, Following, TimingInput } from "./shapes.ts";
import type { LinkSigner } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, linkParam, refusals, resource, signedIn } from "#api/openapi.ts";

const followParam = z.object({ id: z.string().openapi({ description: "The follow's `_id`" }) });
const ofMembers = ["email_unconfirmed"] as const;

const read = call({
  operationId: "getOwnFollowing",
  summary: "Read your follows, and the times of their mails",
  method: "get",
  path: "/account/follows",
  security: signedIn,
  request: {},
  responses: { 200: answer(Following, "All of your follows"), ...refusals(...ofMembers) },
});

const begin = call({
  operationId: "follow",
  summary: "Follow an organizer or a filter, or ask for a mail about a free spot; repeating it changes nothing",
  method: "post",
  path: "/account/follows",
  security: signedIn,
  request: { body: body(FollowInput) },
  responses: {
    200: answer(FollowBegun, "You will get mails about it"),
    ...refusals(...ofMembers, "not_found", "event_over", "event_cancelled", "follows_full"),
  },
});

const time = call({
  operationId: "setOwnTiming",
  summary: "Choose the pace and the times of mails about your follows",
  method: "put",
  path: "/account/follows",
  security: signedIn,
  request: { body: body(TimingInput) },
  responses: {
    200: answer(Acknowledged, "The choice is saved"),
    ...refusals(...ofMembers, "not_found"),
  },
});

const end = call({
  operationId: "endOwnFollow",
  summary: "End a follow; repeating it changes nothing",
  method: "delete",
  path: "/account/follows/{id}",
  security: signedIn,
  request: { params: followParam },
  responses: { 200: answer(FollowEnded, "You will get no more mails about it"), ...refusals(...ofMembers) },
});

const readLinked = call({
  operationId: "getLinkedFollowing",
  summary: "Read the follows of the address of a mail's link",
  method: "get",
  path: "/newsletter/{token}/follows",
  request: { params: linkParam },
  responses: { 200: answer(Following, "All of its follows"), ...refusals("link_broken") },
});

const timeLinked = call({
  operationId: "setLinkedTiming",
  summary: "Choose the pace and the times of mails to that address",
  method: "put",
  path: "/newsletter/{token}/follows",
  request: { params: linkParam, body: body(TimingInput) },
  responses: {
    200: answer(Acknowledged, "The choice is saved"),
    ...refusals("link_broken", "not_found"),
  },
});

const endLinked = call({
  operationId: "endLinkedFollow",
  summary: "End a follow of that address; repeating it changes nothing",
  method: "delete",
  path: "/newsletter/{token}/follows/{id}",
  request: { params: linkParam.extend(followParam.shape) },
  responses: { 200: answer(FollowEnded, "It will get no more mails about it"), ...refusals("link_broken") },
});

/** The calls about follows: for members by their log-in, and for any reader by the links in their mails. */
export const follows = (links: LinkSigner) => {
  const addressIn = ({ token }: { token: string }) => links.read("newsletter", token);
  return resource()
    .openapi(read, async (c) => c.json(await getOwnFollowing(c.var.context), 200))
    .openapi(begin, async (c) => c.json(await follow(c.var.context, c.req.valid("json")), 200))
    .openapi(time, async (c) => c.json(await setOwnTiming(c.var.context, c.req.valid("json")), 200))
    .openapi(end, async (c) => c.json(await endOwnFollow(c.var.context, c.req.valid("param").id), 200))
    .openapi(readLinked, async (c) =>
      c.json(await getLinkedFollowing(c.var.context, addressIn(c.req.valid("param"))), 200),
    )
    .openapi(timeLinked, async (c) =>
      c.json(await setLinkedTiming(c.var.context, addressIn(c.req.valid("param")), c.req.valid("json")), 200),
    )
    .openapi(endLinked, async (c) => {
      const param = c.req.valid("param");
      return c.json(await endLinkedFollow(c.var.context, addressIn(param), param.id), 200);
    });
};
