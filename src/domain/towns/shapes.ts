import { z } from "zod";
import { rule, text } from "../shapes.ts";
import { isTimeZone } from "../time-zones/rules.ts";
import { townSearchMax, townsMax } from "./rules.ts";

const wrong = { error: rule("rule.point") };
const degrees = (most: number) => z.number(wrong).min(-most, wrong).max(most, wrong);

/** A point on the globe, in calls. */
export const Point = z
  .object({ lat: degrees(90), lon: degrees(180) }, wrong)
  .describe("In degrees (WGS84): `lat` from -90 to 90, `lon` from -180 to 180");

/** A town as an event names it. */
export const Town = z.object({
  id: z.int().describe("Its id at GeoNames"),
  name: z.string(),
  country: z.string().describe("ISO 3166, two letters"),
});
export type Town = z.infer<typeof Town>;

/** A proposed town, distinguished from others with its name. */
export const TownProposal = Town.extend({
  region: z
    .string()
    .nullable()
    .describe("Its part of the country, or a large town near it, in words; null if not needed"),
  countryName: z.string().describe("In English"),
  point: Point,
});
export type TownProposal = z.infer<typeof TownProposal>;

/** The part of a location typed so far. */
export const TownSearch = z.object({
  search: text({
    required: "rule.town_search.required",
    max: townSearchMax,
    tooLong: "rule.town_search.too_long",
  }).describe(
    `A partly typed location: finds at most ${townsMax} towns by the beginning of a name; a country or region after a comma filters them`,
  ),
  timeZone: text({ max: 100, tooLong: "rule.time_zone.unknown" })
    .refine(isTimeZone, { error: rule("rule.time_zone.unknown") })
    .optional()
    .describe("The reader's time zone, by IANA name. Towns of its country count for more"),
});
export type TownSearch = z.infer<typeof TownSearch>;
