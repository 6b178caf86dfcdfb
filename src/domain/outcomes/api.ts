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
  summary: "Read the public outcome of an event: how many people came, for how many hours, and what was achieved",
  method: "get",
  path: "/events/{id}/outcome",
  request: { params: idParam },
  responses: {
    200: answer(PublicOutcome, "The outcome from its organizer, or from its gate"),
    ...refusals("not_found", "under_review"),
  },
});

const own = call({
  operationId: "getOwnHours",
  summary: "Read your own hours at an event, from its organizer",
  method: "get",
  path: "/events/{id}/own-hours",
  security: signedIn,
  request: { params: idParam },
  responses: {
    200: answer(OwnHours, "Null if you are not listed as present"),
    ...refusals("not_found"),
  },
});

const read = call({
  operationId: "getOutcome",
  summary:
    "Read the outcome of one of your own events, with all people who came: filled in from its gate until you save it",
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
  summary: "Read the mail of thanks as its first recipient will see it, without sending it",
  method: "post",
  path: "/events/{id}/afterwards/preview",
  security: signedIn,
  request: { params: idParam, body: body(OutcomeInput) },
  responses: {
    200: answer(ThanksPreview, "The mail, and the number of recipients"),
    ...ofSaying,
    ...refusals("not_yours", "under_review"),
  },
});

const say = call({
  operationId: "sayOutcome",
  summary:
    "Save the outcome of one of your own events, in place of the previous one: people who came get thanks once, and a mail when their hours change",
  method: "put",
  path: "/events/{id}/afterwards",
  security: signedIn,
  request: { params: idParam, body: body(OutcomeInput) },
  responses: {
    200: answer(OutcomeKept, "The outcome is saved, and the mails are being sent"),
    ...ofSaying,
    ...refusals("not_yours", "under_review", "email_unconfirmed"),
  },
});

const figures = call({
  operationId: "getFigures",
  summary: "Read how many people joined, confirmed and came at your past events, by event and by year: numbers only",
  method: "get",
  path: "/figures",
  security: signedIn,
  request: {},
  responses: { 200: answer(Figures, "The latest 200 events"), ...refusals("sign_in_required") },
});

const expected = call({
  operationId: "getExpected",
  summary: "Read a prediction of how many people will come to one of your own events, based on past ones",
  method: "get",
  path: "/events/{id}/expected",
  security: signedIn,
  request: { params: idParam },
  responses: {
    200: answer(Expected, "Without a range if too little is known"),
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
