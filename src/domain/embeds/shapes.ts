import { z } from "zod";
import { rule, text } from "../shapes.ts";
import { askedAddress } from "../values/shapes.ts";

const size = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, rule("rule.embed.size"))
  .transform(Number)
  .optional();

/** The query of a program that wants to show a page of ours: oEmbed 1.0, section 2.2. */
export const OEmbedQuestion = z.object({
  url: askedAddress("rule.embed.url").describe(
    "The address of an event's page or of the list of events, with its filters",
  ),
  maxwidth: size.describe("The greatest width, in CSS pixels"),
  maxheight: size.describe("The greatest height, in CSS pixels"),
  format: text({ max: 20 }).default("json").describe("`json`; any other value is refused, as oEmbed requires"),
});
export type OEmbedQuestion = z.output<typeof OEmbedQuestion>;

/** The description of how to show it: oEmbed 1.0, section 2.3.4.4. */
export const OEmbed = z.object({
  version: z.literal("1.0"),
  type: z.literal("rich"),
  title: z.string(),
  author_name: z.string().optional().describe("The organizer, for an event"),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: z.int().describe("The number of seconds for which the answer may be cached"),
  thumbnail_url: z.string().optional().describe("A picture of it, unless it is larger than the requested size"),
  thumbnail_width: z.int().optional(),
  thumbnail_height: z.int().optional(),
  html: z.string().describe("A frame for the page"),
  width: z.int().describe("In CSS pixels"),
  height: z.int().describe("In CSS pixels"),
});
export type OEmbed = z.infer<typeof OEmbed>;
