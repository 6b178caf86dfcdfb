import { foldedName } from "#db/fold.ts";
import { localeNow, perLocale, type Locale } from "#messages/say.ts";
import { remembering } from "../rules.ts";
import { formatIn } from "../time-zones/rules.ts";
import { inTurns } from "../turns.ts";

/** The languages in which country names are understood; they are shown in English. */
const spoken = "en ar bn de es fr hi id it ja ko nl pl pt ru sv tr uk zh".split(" ");

/** Names that people write but ICU does not have. */
const besides: Readonly<Record<string, string>> = {
  "u s a": "US",
  usa: "US",
  "united states of america": "US",
  "u k": "GB",
  "great britain": "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  "northern ireland": "GB",
  uae: "AE",
  holland: "NL",
  "czech republic": "CZ",
  turkey: "TR",
  "ivory coast": "CI",
  burma: "MM",
  "cape verde": "CV",
};

const told = perLocale((locale) => new Intl.DisplayNames(locale, { type: "region" }));

/** 'Portugal' for `PT`. */
export const countryName = (code: string): string => nameIn(localeNow(), code);
const nameIn = remembering(300, (_locale: Locale, code: string): string => told().of(code) ?? code);

/** 'Porto, Portugal' for a town; null without one. */
export const areaOf = (town: { name: string; country: string } | null): string | null =>
  town && `${town.name}, ${countryName(town.country)}`;

/** Returns the codes of the countries with a name in `foldedName`'s form; empty if no country has it. */
export const countriesNamed = (folded: string): readonly string[] => (known ??= readNames()).get(folded) ?? [];

let known: Map<string, string[]> | undefined;

/**
 * Returns the codes of the countries that use a time zone: `PT` for Europe/Lisbon; empty for a zone without a place,
 * such as UTC.
 */
export async function countriesIn(timeZone: string): Promise<readonly string[]> {
  zones ??= readZones();
  return (await zones).get(formatIn(timeZone, "clock").resolvedOptions().timeZone) ?? [];
}

let zones: Promise<Map<string, string[]>> | undefined;

/**
 * Reads the zones of all countries from ICU on first use, at about a millisecond each, so other requests get turns in
 * between.
 */
async function readZones(): Promise<Map<string, string[]>> {
  const byZone = new Map<string, string[]>();
  await inTurns(codesIn(new Intl.DisplayNames("en", { type: "region", fallback: "none" })), (code) => {
    for (const zone of new Intl.Locale(`und-${code}`).getTimeZones() ?? [])
      byZone.set(zone, [...(byZone.get(zone) ?? []), code]);
  });
  return byZone;
}

/** Reads all names of all countries on first use, which takes some milliseconds. */
function readNames(): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const add = (name: string, code: string) => {
    const codes = names.get(foldedName(name)) ?? [];
    if (!codes.includes(code)) names.set(foldedName(name), [...codes, code]);
  };
  const codes = codesIn(new Intl.DisplayNames("en", { type: "region", fallback: "none" }));
  for (const language of spoken) {
    for (const style of ["long", "short"] as const) {
      const inLanguage = new Intl.DisplayNames(language, { type: "region", style });
      for (const code of codes) add(inLanguage.of(code) ?? code, code);
    }
  }
  for (const [name, code] of Object.entries(besides)) add(name, code);
  return names;
}

const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));

/** Lists the two-letter codes of countries, without Unicode's codes for other regions. */
const codesIn = (names: Intl.DisplayNames): string[] =>
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => names.of(code) !== undefined && !["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"].includes(code));
