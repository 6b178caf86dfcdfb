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
      "The address for the answer; required without a token, and ignored with one",
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
  title: z.string().describe("The event's title, or the withheld name"),
  cause: z.enum(["report", "first", "words"]),
  since: moment,
  reason: z.string().nullable().describe("The hosts' reason for hiding it; null while it waits for them"),
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
  path: z.string().nullable().describe("Its public page; null if there is none"),
  openedAt: moment,
  reports: z.int(),
  confirmed: z.int().describe("The number of these by members with a confirmed address"),
  mainReason: z
    .enum(reportReasons)
    .nullable()
    .describe("The most frequent reason of the reports; of equally frequent ones, the latest. Null without a report"),
  urgent: z.boolean(),
  hiddenAt: moment.nullable(),
  answeredAt: moment.nullable(),
  decision: z.enum(decisions).nullable(),
  decidedAt: moment.nullable(),
  decidedFor: z.string().nullable().describe("The host's reason"),
});
export type Review = z.infer<typeof Review>;

/** The same with all that is needed to decide. The reporters' identities are left out. */
export const WholeReview = Review.extend({
  text: z.string().nullable().describe("The description of the event or the community"),
  picture: z.string().nullable().describe("The picture that it is about, or that it has, from before it was hidden"),
  pictures: z.array(z.string()).describe("The pictures of an event's outcome, if these were reported"),
  eventType: z
    .enum(eventTypes)
    .nullable()
    .describe("For an event, whose drawing replaces a picture that does not load"),
  owner: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  begins: moment.nullable(),
  participant: z.int().nullable().describe("The number of people who have joined the event"),
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
