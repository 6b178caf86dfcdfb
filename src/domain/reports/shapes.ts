import { z } from "zod";
import { eventTypes } from "../events/rules.ts";
import { EmailAddress } from "../values/shapes.ts";
import { abouts, answerMax, listedWordMax, listedWordsMax } from "../reviews/rules.ts";
import { cursor, limit, line, rule, text } from "../shapes.ts";
import { hostReason } from "../hosting/shapes.ts";
import { decisions, reporters, reportReasons, reportWordsMax } from "./rules.ts";

/** The subject of a report, and the reason. */
export const ReportInput = z
  .object({
    about: z.enum(abouts, { error: rule("rule.report.about") }),
    id: text({ required: "rule.report.about", max: 64 }).describe("The id of the event, the community or the member"),
    reason: z.enum(reportReasons, { error: rule("rule.report.reason") }),
    words: text({ max: reportWordsMax, tooLong: "rule.report.words.too_long" }).default(""),
    email: EmailAddress.optional().describe(
      "Where to answer; has to be given without a token, and is not read with one",
    ),
  })
  .refine(({ reason, words }) => reason !== "other" || words !== "", {
    error: rule("rule.report.words.required"),
    path: ["words"],
  });
export type ReportInput = z.infer<typeof ReportInput>;

const moment = z.iso.datetime();

/** A review as the subject's owner sees it: an event, name or photo of theirs that is hidden. */
export const OwnReview = z.object({
  _id: z.uuid(),
  about: z.enum(abouts),
  eventId: z.uuid().nullable(),
  title: z.string().describe("The event's, or what was taken away of a name"),
  cause: z.enum(["report", "first", "words"]),
  since: moment,
  reason: z
    .string()
    .nullable()
    .describe("Why the people who run this site hide it; null while it waits to be looked at"),
  answer: z.string().nullable(),
  answeredAt: moment.nullable(),
});
export type OwnReview = z.infer<typeof OwnReview>;

/** The owner's answer to the review of something hidden. */
export const AnswerInput = z.object({
  text: text({ required: "rule.answer.required", max: answerMax, tooLong: "rule.answer.too_long" }),
});
export type AnswerInput = z.infer<typeof AnswerInput>;

/** The filter for a host's list of reviews. */
export const ReviewFilter = z.object({
  state: z.enum(["open", "decided"], { error: rule("rule.review.state") }).default("open"),
  limit,
  cursor,
});
export type ReviewFilter = z.infer<typeof ReviewFilter>;

/** A review as hosts list it. */
export const Review = z.object({
  _id: z.uuid(),
  about: z.enum(abouts),
  cause: z.enum(["report", "first", "words"]),
  subjectId: z.uuid(),
  title: z.string().nullable().describe("Null when it is gone"),
  path: z.string().nullable().describe("The page on which everybody sees it; null when there is none"),
  openedAt: moment,
  reports: z.int(),
  confirmed: z.int().describe("How many of these are of members whose address is confirmed"),
  mainReason: z
    .enum(reportReasons)
    .nullable()
    .describe("What most reports say is wrong; of two with as many, what was said last. Null without a report"),
  urgent: z.boolean(),
  hiddenAt: moment.nullable(),
  answeredAt: moment.nullable(),
  decision: z.enum(decisions).nullable(),
  decidedAt: moment.nullable(),
  decidedFor: z.string().nullable().describe("Why the host decided so"),
});
export type Review = z.infer<typeof Review>;

/** The same with all that is needed to decide. The reporters' identities are left out. */
export const WholeReview = Review.extend({
  text: z.string().nullable().describe("What is said there: an event's or a community's description"),
  picture: z
    .string()
    .nullable()
    .describe("The picture that it is about, or that it has, as it was before it was hidden"),
  pictures: z.array(z.string()).describe("Those of what came of an event, where these were reported"),
  eventType: z
    .enum(eventTypes)
    .nullable()
    .describe("Of an event, whose drawing stands where its picture does not load"),
  owner: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  begins: moment.nullable(),
  participant: z.int().nullable().describe("How many people have joined the event"),
  hiddenFor: z.string().nullable(),
  answer: z.string().nullable(),
  said: z.array(
    z.object({
      reason: z.enum(reportReasons),
      words: z.string(),
      by: z.enum(reporters),
      at: moment,
    }),
  ),
});
export type WholeReview = z.infer<typeof WholeReview>;

/** The words and links that hold an event back until a host has looked at it, each once. */
export const ListedWords = z.object({ words: z.array(z.string()) });
export type ListedWords = z.infer<typeof ListedWords>;

export const ListedWordsInput = z.object({
  words: z
    .array(line({ required: "rule.listed_word.required", max: listedWordMax, tooLong: "rule.listed_word.too_long" }), {
      error: rule("rule.listed_words"),
    })
    .max(listedWordsMax, rule("rule.listed_words")),
  reason: hostReason,
});
export type ListedWordsInput = z.infer<typeof ListedWordsInput>;

/** A host's decision, and the reason. */
export const DecisionInput = z.object({
  decision: z.enum(["none", "hide", "restore", "delete"], { error: rule("rule.decision") }),
  reason: hostReason,
});
export type DecisionInput = z.infer<typeof DecisionInput>;
export type Decision = DecisionInput["decision"];
