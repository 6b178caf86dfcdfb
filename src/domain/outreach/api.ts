import type { AttemptsLeft, LimitAttempts, LinkSigner } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { joinToldEvent, previewTelling, tellPeople } from "./commands.ts";
import { getTellable, getToldEvent } from "./queries.ts";
import { Tellable, TellInput, TellPreview, Told, ToldEvent } from "./shapes.ts";
import { answer, body, call, idParam, linkParam, refusals, resource, signedIn } from "#api/openapi.ts";

const tellable = call({
  operationId: "getTellable",
  summary: "See how many people of an earlier event of your own you can tell of a new one",
  method: "get",
  path: "/events/{id}/tell",
  security: signedIn,
  request: { params: idParam },
  responses: { 200: answer(Tellable, "The earlier event and its people"), ...refusals("not_yours", "not_found") },
});

const ofEvent = {
  ...refusals("not_yours", "under_review", "not_found"),
  ...refusals("event_draft", "event_over", "event_cancelled"),
};

const preview = call({
  operationId: "previewTelling",
  summary: "Read the mail about a new event as people of an earlier one would, without sending it",
  method: "post",
  path: "/events/{id}/tell/preview",
  security: signedIn,
  request: { params: idParam, body: body(TellInput) },
  responses: { 200: answer(TellPreview, "The mail"), ...ofEvent },
});

const tell = call({
  operationId: "tellPeople",
  summary: "Mail the people who came to an earlier event of your own, or waited for it, about a new one; each once",
  method: "post",
  path: "/events/{id}/tell",
  security: signedIn,
  request: { params: idParam, body: body(TellInput) },
  responses: {
    200: answer(Told, "The mails are on their way"),
    ...ofEvent,
    ...refusals("not_yours", "under_review", "email_unconfirmed"),
    ...refusals("too_many_mails"),
  },
});

const readTold = call({
  operationId: "getToldEvent",
  summary: "See the event of which a mail told you; works signed out",
  method: "get",
  path: "/told/{token}",
  request: { params: linkParam },
  responses: {
    200: answer(ToldEvent, "The event, and your registration there"),
    ...refusals("link_broken", "spot_gone"),
  },
});

const joinTold = call({
  operationId: "joinToldEvent",
  summary: "Join the event of which a mail told you; works signed out",
  method: "post",
  path: "/told/{token}",
  request: { params: linkParam },
  responses: {
    200: answer(Acknowledged, "You have a spot, or a position on the waitlist"),
    ...refusals("under_review"),
    ...refusals("link_broken", "not_found", "spot_gone"),
    ...refusals("event_over", "event_cancelled", "cannot_join"),
  },
});

type Limits = { limitAttempts: LimitAttempts; attemptsLeft: AttemptsLeft };

/**
 * The calls by which organizers tell people of earlier events, and those of the links in these mails. Opening a link,
 * as mail scanners do, changes nothing.
 */
export const outreach = (limits: Limits, links: LinkSigner) => {
  const idIn = ({ token }: { token: string }) => links.read("told", token);
  return resource()
    .openapi(tellable, async (c) =>
      c.json(await getTellable({ ...c.var.context, ...limits }, c.req.valid("param").id), 200),
    )
    .openapi(preview, async (c) =>
      c.json(await previewTelling(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(tell, async (c) =>
      c.json(await tellPeople({ ...c.var.context, ...limits }, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(readTold, async (c) => c.json(await getToldEvent(c.var.context, links, idIn(c.req.valid("param"))), 200))
    .openapi(joinTold, async (c) => c.json(await joinToldEvent(c.var.context, idIn(c.req.valid("param"))), 200));
};
