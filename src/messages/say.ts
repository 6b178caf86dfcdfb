type WithoutPlural<Key> = Key extends `${infer Stem}_${"one" | "other"}` ? Stem : Key;

/** The name of a sentence among these; a plural's forms (`key_one`, `key_other`) share one name. */
export type KeyOf<Sentences> = WithoutPlural<keyof Sentences & string>;

/** What fills a sentence's `{{placeholders}}`; `count` also chooses the plural form. */
type Values = Readonly<Record<string, string | number>>;

const numbers = new Intl.NumberFormat("en");
/** '1,000'. Below that there is nothing to group, and to ask takes longer than all else of a sentence. */
const grouped = (value: number) =>
  Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : numbers.format(value);

/**
 * How to say these sentences in English: by their key, with values filled in and numbers grouped ('1,000').
 * The files are in i18next's JSON v4 format, which translators' tools read; the library itself would cost 20 kB a page.
 */
export function sayFrom<Sentences extends Readonly<Record<string, string>>>(sentences: Sentences) {
  const all: Readonly<Record<string, string>> = sentences;
  return (key: KeyOf<Sentences>, values: Values = {}): string => {
    const count = values["count"];
    const plural = typeof count === "number" ? all[`${key}_${count === 1 ? "one" : "other"}`] : undefined;
    const sentence = plural ?? all[key] ?? all[`${key}_other`] ?? key;
    if (!sentence.includes("{{")) return sentence;
    return sentence.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      const value = values[name];
      return typeof value === "number" ? grouped(value) : (value ?? placeholder);
    });
  };
}
