import { z } from "zod";
import type { MessageKey } from "#messages/say.ts";
import { isWebAddress, lengthOf, pageMax, urlMax } from "./rules.ts";

type TextRules = { required?: MessageKey; max?: number; tooLong?: MessageKey };

/**
 * A text that a person typed: trimmed, in one Unicode form (NFC), without what no database keeps (NUL, half a surrogate
 * pair), at most `max` characters as a person counts them. Issues carry the keys of their sentences.
 */
export const text = ({ required, max, tooLong = "failure.too_large" }: TextRules = {}) =>
  z
    .string({ error: (issue) => (issue.input === undefined && required ? required : rule("rule.text.type")) })
    .refine((value) => value.isWellFormed() && !value.includes("\0"), {
      error: rule("rule.text.unreadable"),
      abort: true,
    })
    .transform((value) => value.trim().normalize("NFC"))
    .refine((value) => !required || value !== "", { error: required ?? "", abort: true })
    .refine((value) => !max || lengthOf(value) <= max, { error: tooLong });

/** An `http(s)` address of a picture, or '' where none is needed. */
export const webAddress = (required: MessageKey | undefined, format: MessageKey) =>
  text({ ...(required && { required }), max: urlMax, tooLong: "rule.url.too_long" }).refine(
    (value) => (!required && value === "") || isWebAddress(value),
    { error: format },
  );

/** True for what can be the id of something; everything else is the id of nothing. */
export const isId = (value: string): boolean => z.uuid().safeParse(value).success;

/** Gives a sentence's key to a schema, checked against the catalogue. */
export const rule = (key: MessageKey): MessageKey => key;

/** `limit` of a list's page: 1 to 100, and 100 when not given. */
export const limit = z
  .string()
  .regex(/^\d{1,3}$/, rule("rule.limit"))
  .transform(Number)
  .pipe(z.number().min(1, rule("rule.limit")).max(pageMax, rule("rule.limit")))
  .default(pageMax);

/** One page of a list: its rows, how many there are in all, and the mark of the next page, if there is one. */
export type Page<Row> = { rows: Row[]; total: number; next: string | null };
