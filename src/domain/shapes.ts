import { z } from "zod";
import type { MessageKey } from "#messages/all.ts";
import { hasSeenEdges, isBlank, isOneLine, lengthOf, pageMax } from "./rules.ts";

/** A value in the shape that leaves the domain: a missing field does not compile, an extra column does not leave. */
export const shape = <Shape extends z.ZodType>(schema: Shape, value: z.input<Shape>): z.output<Shape> =>
  schema.parse(value);

/** That it is done. */
export const Acknowledged = z.object({ acknowledged: z.literal(true) });
export type Acknowledged = z.infer<typeof Acknowledged>;

/** Gives a sentence's key to a schema, checked against the catalogue. */
export const rule = (key: MessageKey): MessageKey => key;

/**
 * True for a text that can be kept: without NUL and halves of surrogate pairs, and with at most 30 marks on one letter. More
 * are in no language (UAX #15, 'Stream-Safe Text Format'), and to put thousands in order takes seconds.
 */
export const isReadable = (value: string): boolean =>
  value.isWellFormed() && !value.includes("\0") && !/\p{M}{31}/u.test(value);

type TextRules = { required?: MessageKey; max?: number; tooLong?: MessageKey };

/**
 * A text that a person typed: trimmed, '' where nothing of it is seen, in one Unicode form (NFC), without characters that no database keeps (NUL, half
 * a surrogate pair) and heaps of marks on one letter, at most `max` characters as a person counts them. Issues carry the keys of their sentences.
 */
export function text({ required, max, tooLong = "failure.too_large" }: TextRules = {}) {
  const schema = z
    .string({ error: (issue) => (issue.input === undefined && required ? required : rule("rule.text.type")) })
    .refine(isReadable, { error: rule("rule.text.unreadable"), abort: true })
    .transform((value) => (isBlank(value) ? "" : value.trim().normalize("NFC")))
    .refine((value) => !required || value !== "", { error: required ?? "", abort: true })
    .refine((value) => !max || lengthOf(value) <= max, { error: tooLong, abort: true });
  return max ? schema.describe(`At most ${max} characters, as a person counts them`) : schema;
}

/**
 * The same on one line, as names are: they stand in sentences, in lists and in the subjects of mails. What cannot be seen stands
 * inside of it alone, where words of many languages have it.
 */
export const line = (rules: TextRules = {}) =>
  text(rules)
    .refine(isOneLine, { error: rule("rule.text.one_line"), abort: true })
    .refine(hasSeenEdges, { error: rule("rule.text.hidden_edge") });

const Id = z.uuid();

/** An id that a request names, in the one spelling that databases answer: two spellings of one are not two. */
export const namedId = (error?: MessageKey) => z.uuid(error && { error: rule(error) }).toLowerCase();

/** True for a text that can be an id. */
export const isId = (value: string): boolean => Id.safeParse(value).success;

/** `limit` of a list's page: 1 to 100, and 100 when not given. */
export const limit = z
  .string()
  .regex(/^\d{1,3}$/, rule("rule.limit"))
  .transform(Number)
  .pipe(z.number().min(1, rule("rule.limit")).max(pageMax, rule("rule.limit")))
  .default(pageMax)
  .describe("Rows on a page, 1 to 100");

/** `cursor` of a list's page, as the page before names it. */
export const cursor = z.string().optional().describe("Where the page begins, from the `Link` of the one before");

/**
 * One page of a list: its rows, how many there are in all, and the mark of the next page, if there is one. Where there are
 * even more than were counted, `isMore` says so.
 */
export type Page<Row> = { rows: Row[]; total: number; isMore?: boolean; next: string | null };
