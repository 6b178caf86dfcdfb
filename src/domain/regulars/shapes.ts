import { z } from "zod";
import { LocalDate } from "../recurrence/shapes.ts";
import { personInput } from "../registrations/shapes.ts";
import { Acknowledged, namedId, rule } from "../shapes.ts";
import { personName, phoneWords } from "../values/shapes.ts";

/** The days of a pause; both count. */
export const PauseInput = z.object({
  from: LocalDate.describe("The first day, on the clocks of the series"),
  until: LocalDate.describe("The last day"),
});
export type PauseInput = z.infer<typeof PauseInput>;

const standing = {
  since: z.iso.datetime(),
  pausedFrom: z.string().nullable().describe("The first day of their pause"),
  pausedUntil: z.string().nullable().describe("The last day of their pause"),
};

/** The caller and the dates of a series. */
export const OwnRegular = z.object({
  days: z.string().describe("The days of the series in words: 'Every Tuesday'"),
  isRegular: z.boolean().describe("Whether you come to each date unless you say no"),
  mayBecome: z.boolean().describe("Whether you can become a regular: you have joined two dates"),
  isOffered: z.boolean().describe("The same, and you have not put the offer away"),
  regular: z
    .object({ ...standing, skipped: z.array(z.uuid()).describe("The dates that you skip, by the ids of their events") })
    .nullable(),
});
export type OwnRegular = z.infer<typeof OwnRegular>;

/** A date of a series in a mail's link, and its reader there. */
export const LinkedRegular = z.object({
  seriesId: z.uuid(),
  title: z.string(),
  rule: z.string().describe("The rule of its dates (RFC 5545, RRULE)"),
  anchor: z.string().describe("The local start from which the rule counts"),
  isRegular: z.boolean().describe("False once the reader has stopped"),
  pausedFrom: standing.pausedFrom,
  pausedUntil: standing.pausedUntil,
  date: z
    .object({
      eventId: z.uuid(),
      eventDate: z.iso.datetime(),
      eventEnd: z.iso.datetime(),
      timeZone: z.string(),
      isSkipped: z.boolean(),
      state: z.enum(["joined", "waiting"]).nullable(),
      isOver: z.boolean(),
      isCanceled: z.boolean(),
    })
    .nullable()
    .describe("The date that the link is about; null for a link about all dates"),
});
export type LinkedRegular = z.infer<typeof LinkedRegular>;

/** A person to make a regular: a member or a person on the list of a date, or a person by name. */
export const RegularInput = z
  .strictObject({
    memberId: namedId().optional().describe("A member who is registered for a date"),
    personId: namedId().optional().describe("The registration of a person without an e-mail address"),
    name: personName({ required: "rule.person.name" }).optional().describe("The name of a person who has no account"),
    phone: personInput.phone.describe(`With a name, if they have one; ${phoneWords}`),
  })
  .refine((input) => [input.memberId, input.personId, input.name].filter((one) => one !== undefined).length === 1, {
    error: rule("rule.regular.person"),
  })
  .transform(({ memberId, personId, name = "", phone }): NewRegular => {
    if (memberId !== undefined) return { memberId };
    return personId === undefined ? { name, phone } : { personId };
  });
export type RegularInput = z.infer<typeof RegularInput>;

type NewRegular = { memberId: string } | { personId: string } | { name: string; phone?: string | null | undefined };

export const RegularMade = Acknowledged.extend({ insertedId: z.uuid() });
export type RegularMade = z.infer<typeof RegularMade>;

/** The date for which figures are wished. */
export const RegularsFilter = z.object({
  eventId: namedId().optional().describe("A date of the series; without it, the next one"),
});
export type RegularsFilter = z.infer<typeof RegularsFilter>;

/** The regulars of a series, for its organizers. */
export const Regulars = z.object({
  date: z
    .object({
      eventId: z.uuid(),
      eventDate: z.iso.datetime(),
      skipping: z.int().describe("The number of regulars who do not come"),
      open: z.int().nullable().describe("The number of spots that are left for newcomers; null without a limit"),
    })
    .nullable()
    .describe("Figures of one date; null if there is none"),
  regulars: z.array(
    z.object({
      _id: z.uuid(),
      memberId: z.uuid().nullable().describe("Null for a person without an e-mail address"),
      userName: z.string(),
      phone: z.string().nullable(),
      ...standing,
      isSkipping: z.boolean().describe("Whether they skip this date"),
    }),
  ),
});
export type Regulars = z.infer<typeof Regulars>;
