import { z } from "@hono/zod-openapi";
import { hostedBy } from "../hosting/access.ts";
import type { LimitAttempts } from "../ports.ts";
import { answerReview, sendReport, setListedWords } from "./commands.ts";
import { decideReview } from "./deciding.ts";
import { getListedWords, getReview, listOwnReviews, listReviews } from "./queries.ts";
import {
  AnswerInput,
  DecisionInput,
  ListedWords,
  ListedWordsInput,
  OwnReview as OwnReviewShape,
  ReportInput,
  Review as ReviewShape,
  ReviewFilter,
  WholeReview as WholeReviewShape,
} from "./shapes.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, named, page, pageHeaders, refusals, resource, signedIn } from "#api/openapi.ts";

const OwnReview = named(OwnReviewShape, "OwnReview");
const Review = named(ReviewShape, "Review");
const WholeReview = named(WholeReviewShape, "WholeReview");
const reviewParam = z.object({ id: z.string().openapi({ description: "The review's `_id`" }) });

const send = call({
  operationId: "sendReport",
  summary:
    "Report an event, a community, a picture or a name; without a token with an address, to which the answer goes",
  method: "post",
  path: "/reports",
  security: [{}, ...signedIn],
  request: { body: body(ReportInput) },
  responses: {
    200: answer(Acknowledged, "We have it, and tell you by mail what becomes of it"),
    ...refusals("not_found", "too_many_attempts", "too_many_mails"),
  },
});

const own = call({
  operationId: "listOwnReviews",
  summary: "List your own things that are hidden, or wait for a host",
  method: "get",
  path: "/account/reviews",
  security: signedIn,
  request: {},
  responses: { 200: answer(z.array(OwnReview), "The latest 50"), ...refusals("sign_in_required") },
});

const say = call({
  operationId: "answerReview",
  summary: "Answer the hosts about something of yours that is hidden",
  method: "put",
  path: "/account/reviews/{id}",
  security: signedIn,
  request: { params: reviewParam, body: body(AnswerInput) },
  responses: {
    200: answer(Acknowledged, "They read it before they decide"),
    ...refusals("not_found", "already_decided"),
  },
});

const list = call({
  operationId: "listReviews",
  summary: "List the open or the decided reviews; for hosts",
  method: "get",
  path: "/host/reviews",
  security: signedIn,
  request: { query: ReviewFilter },
  responses: {
    200: page(Review, "One page of them: what three members with a confirmed address have reported first"),
    ...refusals("no_such_call", "prove_again"),
  },
});

const read = call({
  operationId: "getReview",
  summary: "Read one review with all its details; for hosts",
  method: "get",
  path: "/host/reviews/{id}",
  security: signedIn,
  request: { params: reviewParam },
  responses: { 200: answer(WholeReview, "It"), ...refusals("no_such_call", "prove_again", "not_found") },
});

const decide = call({
  operationId: "decideReview",
  summary: "Decide a review: leave, hide, show or delete its subject; the log records the reason",
  method: "post",
  path: "/host/reviews/{id}/decision",
  security: signedIn,
  request: { params: reviewParam, body: body(DecisionInput) },
  responses: {
    200: answer(Acknowledged, "It is done, and whom it is about is told"),
    ...refusals("no_such_call", "prove_again", "not_found", "already_decided"),
  },
});

const words = call({
  operationId: "getListedWords",
  summary: "Read the words and links that hold an event back until you have looked at it",
  method: "get",
  path: "/host/words",
  security: signedIn,
  request: {},
  responses: { 200: answer(ListedWords, "They"), ...refusals("no_such_call", "prove_again") },
});

const setWords = call({
  operationId: "setListedWords",
  summary: "Replace this list; the log records the reason",
  method: "put",
  path: "/host/words",
  security: signedIn,
  request: { body: body(ListedWordsInput) },
  responses: {
    200: answer(ListedWords, "They hold back what is created or changed from now on"),
    ...refusals("no_such_call", "prove_again"),
  },
});

/** The calls to report things. */
export const reports = (limitAttempts: LimitAttempts) =>
  resource()
    .openapi(send, async (c) => {
      const ctx = { ...c.var.context, limitAttempts, from: c.env.address };
      return c.json(await sendReport(ctx, c.req.valid("json")), 200);
    })
    .openapi(own, async (c) => c.json(await listOwnReviews(c.var.context), 200))
    .openapi(say, async (c) =>
      c.json(await answerReview(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(list, async (c) => {
      const found = await listReviews(c.var.context, c.req.valid("query"));
      return c.json(found.rows, 200, pageHeaders(c.req.url, found));
    })
    .openapi(read, async (c) => c.json(await getReview(c.var.context, c.req.valid("param").id), 200))
    .openapi(words, async (c) => c.json(await getListedWords(c.var.context), 200))
    .openapi(setWords, async (c) => c.json(await setListedWords(c.var.context, c.req.valid("json")), 200))
    .openapi(decide, async (c) =>
      c.json(await decideReview(hostedBy(c.var.context), c.req.valid("param").id, c.req.valid("json")), 200),
    );
