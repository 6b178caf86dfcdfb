import { z } from "@hono/zod-openapi";
import type { LimitAttempts, LinkSigner } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { confirmSubscription, endSubscription, setOwnSubscription, subscribe } from "./commands.ts";
import { getOwnSubscription, getSubscription } from "./queries.ts";
import { OwnSubscription, Subscribed, SubscribeInput, Subscription } from "./shapes.ts";
import { answer, body, call, refusals, resource, signedIn } from "#api/openapi.ts";

const create = call({
  operationId: "subscribe",
  summary: "Subscribe an e-mail address to the newsletter, or have it follow something; repeating it is fine",
  method: "post",
  path: "/subscribe",
  request: { body: body(SubscribeInput) },
  responses: {
    200: answer(Subscribed, "The address is mailed a link by which it is confirmed, unless it is already"),
    ...refusals("not_found", "event_over", "event_cancelled"),
    ...refusals("too_many_attempts", "too_many_mails"),
  },
});

const linked = {
  request: { params: z.object({ token: z.string().openapi({ description: "The token from the link in the mail" }) }) },
};

const read = call({
  operationId: "getSubscription",
  summary: "Read the subscription of the address that a mail's link is about",
  method: "get",
  path: "/newsletter/{token}",
  ...linked,
  responses: { 200: answer(Subscription, "The address"), ...refusals("link_broken") },
});

const confirm = call({
  operationId: "confirmSubscription",
  summary: "Confirm a subscription to the newsletter or to other follows",
  method: "put",
  path: "/newsletter/{token}",
  ...linked,
  responses: { 200: answer(Acknowledged, "It comes"), ...refusals("link_broken") },
});

const end = call({
  operationId: "endSubscription",
  summary: "Unsubscribe from everything; mail programs do it with one click (RFC 8058), with any body",
  method: "post",
  path: "/newsletter/{token}",
  ...linked,
  responses: { 200: answer(Acknowledged, "It comes no more"), ...refusals("link_broken") },
});

const readOwn = call({
  operationId: "getOwnSubscription",
  summary: "Read whether you get the newsletter",
  method: "get",
  path: "/account/newsletter",
  security: signedIn,
  request: {},
  responses: { 200: answer(Subscription, "Your address"), ...refusals("sign_in_required", "email_unconfirmed") },
});

const setOwn = call({
  operationId: "setOwnSubscription",
  summary: "Switch the newsletter on or off",
  method: "put",
  path: "/account/newsletter",
  security: signedIn,
  request: { body: body(OwnSubscription) },
  responses: {
    200: answer(Acknowledged, "So it is"),
    ...refusals("email_unconfirmed", "follows_full"),
  },
});

/** The newsletter: specification 7, the switch in members' accounts, and the links in its mails. */
export const subscribers = (limitAttempts: LimitAttempts, links: LinkSigner) => {
  const addressIn = ({ token }: { token: string }) => links.read("newsletter", token);
  return resource()
    .openapi(create, async (c) => {
      await limitAttempts("form", { address: c.env.address });
      await limitAttempts("outreach", { address: c.env.address });
      return c.json(await subscribe(c.var.context, c.req.valid("json")), 200);
    })
    .openapi(readOwn, async (c) => c.json(await getOwnSubscription(c.var.context), 200))
    .openapi(setOwn, async (c) => c.json(await setOwnSubscription(c.var.context, c.req.valid("json")), 200))
    .openapi(read, async (c) => c.json(await getSubscription(c.var.context, addressIn(c.req.valid("param"))), 200))
    .openapi(confirm, async (c) =>
      c.json(await confirmSubscription(c.var.context, addressIn(c.req.valid("param"))), 200),
    )
    .openapi(end, async (c) => c.json(await endSubscription(c.var.context, addressIn(c.req.valid("param"))), 200));
};
