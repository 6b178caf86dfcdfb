import type { HonoRequest } from "hono";
import { resumeMailsByLink, setNotificationPreference, stopMailsByLink } from "./commands.ts";
import { getLinkedPreference, listNotificationPreferences } from "./queries.ts";
import { LinkedPreference, NotificationPreference, NotificationPreferences } from "./shapes.ts";
import type { LinkSigner } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, linkParam, refusals, resource, signedIn } from "#api/openapi.ts";

const list = call({
  operationId: "listMailWishes",
  summary: "List the kinds of mail, and whether you get each",
  method: "get",
  path: "/account/mails",
  security: signedIn,
  request: {},
  responses: { 200: answer(NotificationPreferences, "All kinds"), ...refusals("sign_in_required") },
});

const set = call({
  operationId: "setMailWish",
  summary: "Switch mails of a kind on or off",
  method: "put",
  path: "/account/mails",
  security: signedIn,
  request: { body: body(NotificationPreference) },
  responses: {
    200: answer(Acknowledged, "The choice is saved"),
  },
});

const linked = { request: { params: linkParam } };

const read = call({
  operationId: "getLinkedWish",
  summary: "Read the kind of mail that the link in a mail's foot is about; works without logging in",
  method: "get",
  path: "/mails/{token}",
  ...linked,
  responses: { 200: answer(LinkedPreference, "The kind of mail"), ...refusals("link_broken", "not_found") },
});

const stop = call({
  operationId: "stopLinkedMails",
  summary: "Unsubscribe from mails of this kind; mail programs do it in one step (RFC 8058), with any body",
  method: "post",
  path: "/mails/{token}",
  ...linked,
  responses: { 200: answer(Acknowledged, "You will get no more mails of this kind"), ...refusals("link_broken") },
});

const stopAll = call({
  operationId: "stopAllLinkedMails",
  summary: "Unsubscribe from mails of every kind, except those about your account",
  method: "post",
  path: "/mails/{token}/all",
  ...linked,
  responses: {
    200: answer(Acknowledged, "You will get no more mails of any of these kinds"),
    ...refusals("link_broken"),
  },
});

const resume = call({
  operationId: "resumeLinkedMails",
  summary: "Get mails of this kind again",
  method: "put",
  path: "/mails/{token}",
  ...linked,
  responses: { 200: answer(Acknowledged, "You will get mails of this kind"), ...refusals("link_broken") },
});

/** Mail programs send a form: `List-Unsubscribe=One-Click` (RFC 8058). */
export const isOneClick = ({ req }: { req: HonoRequest }): boolean =>
  req.method === "POST" && /\/api\/(mails|newsletter)\/[^/]+$/.test(req.path);

/** The calls about notification preferences: for members, and by the links in the feet of mails. */
export const notificationPreferences = (links: LinkSigner) => {
  const idIn = ({ token }: { token: string }) => links.read("notifications", token);
  return resource()
    .openapi(list, async (c) => c.json(await listNotificationPreferences(c.var.context), 200))
    .openapi(set, async (c) => c.json(await setNotificationPreference(c.var.context, c.req.valid("json")), 200))
    .openapi(read, async (c) => c.json(await getLinkedPreference(c.var.context, idIn(c.req.valid("param"))), 200))
    .openapi(stop, async (c) => c.json(await stopMailsByLink(c.var.context, idIn(c.req.valid("param"))), 200))
    .openapi(stopAll, async (c) => c.json(await stopMailsByLink(c.var.context, idIn(c.req.valid("param")), true), 200))
    .openapi(resume, async (c) => c.json(await resumeMailsByLink(c.var.context, idIn(c.req.valid("param"))), 200));
};
