import { z } from "zod";
import { line, rule } from "../shapes.ts";

/** The community to be part of, as its link or the last part of its address. */
export const PartOfInput = z.object({
  of: line({ required: "rule.chapter.of.required", max: 500, tooLong: "rule.chapter.of" }),
});
export type PartOfInput = z.infer<typeof PartOfInput>;

/** An owner's answer to a community that asks. */
export const ChapterAnswer = z.object({ accept: z.boolean({ error: rule("rule.yes_or_no") }) });
export type ChapterAnswer = z.infer<typeof ChapterAnswer>;

/** A community that is part of another, or the other one. */
export const LinkedCommunity = z.object({
  _id: z.uuid(),
  slug: z.string().describe("The last part of the address of its page"),
  title: z.string().nullable().describe("Null while hosts hide it"),
});
export type LinkedCommunity = z.infer<typeof LinkedCommunity>;

/** Everything that links a community with others, as its organizers see it. */
export const Links = z.object({
  partOf: LinkedCommunity.nullable(),
  asked: LinkedCommunity.nullable().describe("The community that has been asked, and has not answered"),
  chapters: z.array(LinkedCommunity),
  requests: z.array(LinkedCommunity).describe("Communities that ask to be part of this one"),
});
export type Links = z.infer<typeof Links>;
