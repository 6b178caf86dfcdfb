import en from "./en.json" with { type: "json" };

type WithoutPlural<Key> = Key extends `${infer Stem}_${"one" | "other"}` ? Stem : Key;

/** The name of a sentence; a plural's forms (`key_one`, `key_other`) share one name. */
export type MessageKey = WithoutPlural<keyof typeof en>;

/** What fills a sentence's `{{placeholders}}`; `count` also chooses the plural form. */
export type MessageValues = Readonly<Record<string, string | number>>;

const sentences: Readonly<Record<string, string>> = en;
const plurals = new Intl.PluralRules("en");
const numbers = new Intl.NumberFormat("en");

/**
 * The sentence of a key in English, with its values filled in and numbers grouped ('1,000').
 * The files are in i18next's JSON v4 format, which translators' tools read; the library itself would cost 20 kB a page.
 */
export function say(key: MessageKey, values: MessageValues = {}): string {
  const count = values["count"];
  const plural = typeof count === "number" ? sentences[`${key}_${plurals.select(count)}`] : undefined;
  const sentence = plural ?? sentences[key] ?? sentences[`${key}_other`] ?? key;
  return sentence.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    return typeof value === "number" ? numbers.format(value) : (value ?? placeholder);
  });
}

/** True for a string that names a sentence, such as the ones that schemas put into their issues. */
export const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(sentences, text);
