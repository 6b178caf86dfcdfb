import { z } from "zod";
import type { MessageKey } from "#messages/say.ts";
import { hasSeenEdges, isBlank, isOneLine, lengthOf, pageMax } from "./rules.ts";

/**
 * Parses a value into the shape that leaves the domain: a missing field does not compile, and an extra column does not
 * leave.
 */
export const shape = <Shape extends z.ZodType>(schema: Shape, value: z.input<Shape>): z.output<Shape> =>
  schema.parse(value);

/** The answer that a call has been carried out. */
export const Acknowledged = z.object({ acknowledged: z.literal(true) });
export type Acknowledged = z.infer<typeof Acknowledged>;

/** Checks the key of a schema's sentence against the catalogue. */
export const rule = (key: MessageKey): MessageKey => key;

/**
 * True for a text that can be stored: without NUL and halves of surrogate pairs, and with at most 30 marks on one
 * letter. No language uses more (UAX #15, 'Stream-Safe Text Format'), and normalizing thousands takes seconds.
 */
export const isReadable = (value: string): boolean =>
  value.isWellFormed() && !value.includes("\0") && !/\p{M}{31}/u.test(value);

type TextRules = { required?: MessageKey; max?: number; tooLong?: MessageKey };

/**
 * A typed text: trimmed, '' if nothing in it is visible, in one Unicode form (NFC), at most `max` characters as a
 * person counts them. Rejects characters that no database stores (NUL, half a surrogate pair) and too many marks on one
 * letter. Issues carry the keys of their sentences.
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
 * A text on one line, for names, which appear in sentences, lists and mail subjects. Invisible characters are allowed
 * only inside, because words of many languages need them.
 */
export const line = (rules: TextRules = {}) =>
  text(rules)
    .refine(isOneLine, { error: rule("rule.text.one_line"), abort: true })
    .refine(hasSeenEdges, { error: rule("rule.text.hidden_edge") });

const Id = z.uuid();

/** An id in a request, in the spelling that databases return: two spellings of one id must not count as two. */
export const namedId = (error?: MessageKey) => z.uuid(error && { error: rule(error) }).toLowerCase();

/** True for a text that can be an id. */
export const isId = (value: string): boolean => Id.safeParse(value).success;

/** The `limit` of a list's page: 1 to 100, and 100 when not given. */
export const limit = z
  .string()
  .regex(/^\d{1,3}$/, rule("rule.limit"))
  .transform(Number)
  .pipe(z.number().min(1, rule("rule.limit")).max(pageMax, rule("rule.limit")))
  .default(pageMax)
  .describe("The number of rows on a page, 1 to 100");

/** The `cursor` of a list's page, taken from the page before. */
export const cursor = z.string().optional().describe("The position of the page, from the `Link` of the previous one");

/**
 * A page of a list: its rows, the total number, and the cursor of the next page, if there is one. `isMore` says that
 * there are more rows than were counted.
 */
export type Page<Row> = { rows: Row[]; total: number; isMore?: boolean; next: string | null };
