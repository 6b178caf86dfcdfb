import { catalogues, defaultLocale } from "./catalogues.ts";

type WithoutPlural<Key> = Key extends `${infer Stem}_${"one" | "other"}` ? Stem : Key;

/** The name of a sentence; a plural's forms (`key_one`, `key_other`) share one name. */
export type MessageKey = WithoutPlural<keyof (typeof catalogues)["en"]>;

/** The last parts of the names in a family of sentences, such as `event_over` of `failure.event_over`. */
export type CodeOf<Family extends string> = MessageKey extends infer Key
  ? Key extends `${Family}.${infer Code}`
    ? Code
    : never
  : never;

/** The values that fill a sentence's `{{placeholders}}`; `count` also chooses the plural form. */
type Values = Readonly<Record<string, string | number>>;
type Sentences = Readonly<Record<string, string>>;
export type Locale = keyof typeof catalogues;

/**
 * Returns the current language: on the server that of the reader or of a mail's recipient, in a browser that of the
 * page's sentences. A second language would be chosen here.
 */
export const localeNow = (): Locale => defaultLocale;

/**
 * Returns a function that formats these sentences by key: it fills in values, chooses plurals and groups digits. The
 * files are in i18next's JSON v4 format, which translators' tools read; the library itself would cost 20 kB a page.
 */
export function sayFrom(locale: string, sentences: Sentences) {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  // Numbers below 1000 have no groups, and `format` would take longer than the rest of a sentence. Some languages have
  // other digits, which this tests.
  const isPlain = numbers.format(890) === "890";
  const grouped = (value: number) =>
    isPlain && Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : numbers.format(value);
  return (key: string, values: Values = {}): string => {
    const count = values["count"];
    const plural = typeof count === "number" ? sentences[`${key}_${plurals.select(count)}`] : undefined;
    const sentence = plural ?? sentences[key] ?? sentences[`${key}_other`] ?? key;
    if (!sentence.includes("{{")) return sentence;
    return sentence.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      const value = values[name];
      return typeof value === "number" ? grouped(value) : (value ?? placeholder);
    });
  };
}

/** Returns a function that makes a value once per language, and returns that of the current language. */
export function perLocale<Made>(make: (locale: Locale) => Made): () => Made {
  const all = new Map<Locale, Made>();
  return () => {
    const locale = localeNow();
    const made = all.get(locale) ?? make(locale);
    all.set(locale, made);
    return made;
  };
}

const sayer = perLocale((locale) => sayFrom(locale, catalogues[locale]));

/**
 * Returns a sentence in the current language. The build reads the key from this call, so write it here as a literal.
 */
export const say = (key: MessageKey, values?: Values): string => sayer()(key, values);

/** True for a string that names a sentence, such as the ones that schemas put into their issues. */
export const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(catalogues[localeNow()], text);
