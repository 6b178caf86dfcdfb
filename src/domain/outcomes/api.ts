import { getExpected, getFigures } from "./figures.ts";
import { previewThanks, sayOutcome } from "./commands.ts";
import { getOutcome, getOwnHours, getPublicOutcome } from "./queries.ts";
import {
  Expected,
  Figures,
  Outcome as OutcomeShape,
  OutcomeInput,
  OutcomeKept,
  OwnHours,
  PublicOutcome as PublicOutcomeShape,
  ThanksPreview,
} from "./shapes.ts";
import { answer, body, call, idParam, named, refusals, resource, signedIn } from "#api/openapi.ts";
import { forEveryone } from "#api/requests.ts";

const Outcome = named(OutcomeShape, "Outcome");
const PublicOutcome = named(PublicOutcomeShape, "PublicOutcome");

const seen = call({
  operationId: "getPublicOutcome",
  summary:
    "See what came of an event, as everybody does: how many people came, for how many hours, and what was achieved",
  method: "get",
  path: "/events/{id}/outcome",
  request: { params: idParam },
  responses: {
    200: answer(PublicOutcome, "What its organizer says, or its gate knows"),
    ...refusals("not_found", "under_review"),
  },
});

const own = call({
  operationId: "getOwnHours",
  summary: "See for how many hours you were at an event, as its organizer says",
  method: "get",
  path: "/events/{id}/own-hours",
  security: signedIn,
  request: { params: idParam },
  responses: {
    200: answer(OwnHours, "Null when nobody says that you were there"),
    ...refusals("not_found"),
  },
});

const read = call({
  operationId: "getOutcome",
  summary:
    "Read what came of an event of your own, with everybody who came: filled in from its gate until you say something",
  method: "get",
  path: "/events/{id}/afterwards",
  security: signedIn,
  request: { params: idParam },
  responses: {
    200: answer(Outcome, "It"),
    ...refusals("not_yours", "not_found", "event_cancelled", "outcome_early"),
  },
});

const ofSaying = {
  ...refusals("not_found"),
  ...refusals("event_cancelled", "outcome_early", "outcome_late"),
};

const preview = call({
  operationId: "previewThanks",
  summary: "Read the mail of thanks as the first of those who would get it will, without sending it",
  method: "post",
  path: "/events/{id}/afterwards/preview",
  security: signedIn,
  request: { params: idParam, body: body(OutcomeInput) },
  responses: {
    200: answer(ThanksPreview, "The mail, and how many would get it"),
    ...ofSaying,
    ...refusals("not_yours", "under_review"),
  },
});

const say = call({
  operationId: "sayOutcome",
  summary:
    "Say what came of an event of your own, in place of what was said before: whoever came is thanked once, and told when their hours change",
  method: "put",
  path: "/events/{id}/afterwards",
  security: signedIn,
  request: { params: idParam, body: body(OutcomeInput) },
  responses: {
    200: answer(OutcomeKept, "It is kept, and the mails are on their way"),
    ...ofSaying,
    ...refusals("not_yours", "under_review", "email_unconfirmed"),
  },
});

const figures = call({
  operationId: "getFigures",
  summary: "See how many people joined, confirmed and came at your past events, by event and by year: numbers only",
  method: "get",
  path: "/figures",
  security: signedIn,
  request: {},
  responses: { 200: answer(Figures, "The latest 200 events"), ...refusals("sign_in_required") },
});

const expected = call({
  operationId: "getExpected",
  summary: "See between how many and how many people will come to an event of your own, as past ones were",
  method: "get",
  path: "/events/{id}/expected",
  security: signedIn,
  request: { params: idParam },
  responses: {
    200: answer(Expected, "Without a range where too little is known"),
    ...refusals("not_yours", "not_found"),
  },
});

/** The calls about the outcomes of events. */
export const outcomes = resource()
  .openapi(seen, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await getPublicOutcome(c.var.context, id), 200, forEveryone(c));
  })
  .openapi(own, async (c) => c.json(await getOwnHours(c.var.context, c.req.valid("param").id), 200))
  .openapi(read, async (c) => c.json(await getOutcome(c.var.context, c.req.valid("param").id), 200))
  .openapi(preview, async (c) =>
    c.json(await previewThanks(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(figures, async (c) => c.json(await getFigures(c.var.context), 200))
  .openapi(expected, async (c) => c.json(await getExpected(c.var.context, c.req.valid("param").id), 200))
  .openapi(say, async (c) =>
    c.json(await sayOutcome(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
  );
