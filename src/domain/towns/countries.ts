import { foldedName } from "#db/fold.ts";
import { remembering } from "../rules.ts";
import { formatIn } from "../time-zones/rules.ts";
import { inTurns } from "../turns.ts";

/** The languages in which a country is understood; it is told in English. */
const spoken = "en ar bn de es fr hi id it ja ko nl pl pt ru sv tr uk zh".split(" ");

/** What people write besides the names that ICU has. */
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

const told = new Intl.DisplayNames("en", { type: "region" });

/** 'Portugal' for `PT`. */
export const countryName = remembering(300, (code: string): string => told.of(code) ?? code);

/** 'Porto, Portugal', of a town; null where there is none. */
export const areaOf = (town: { name: string; country: string } | null): string | null =>
  town && `${town.name}, ${countryName(town.country)}`;

/** The codes of the countries with a name, as `foldedName` has it; none when it names no country. */
export const countriesNamed = (folded: string): readonly string[] => (known ??= readNames()).get(folded) ?? [];

let known: Map<string, string[]> | undefined;

/** The codes of the countries in which clocks go by a time zone: `PT` for Europe/Lisbon; none for one that is no place's, such as UTC. */
export async function countriesIn(timeZone: string): Promise<readonly string[]> {
  zones ??= readZones();
  return (await zones).get(formatIn(timeZone, "clock").resolvedOptions().timeZone) ?? [];
}

let zones: Promise<Map<string, string[]>> | undefined;

/** The zones of all countries, as ICU has them, made when somebody first asks: a millisecond for each, so that others have their turn. */
async function readZones(): Promise<Map<string, string[]>> {
  const byZone = new Map<string, string[]>();
  await inTurns(codesIn(new Intl.DisplayNames("en", { type: "region", fallback: "none" })), (code) => {
    for (const zone of new Intl.Locale(`und-${code}`).getTimeZones() ?? [])
      byZone.set(zone, [...(byZone.get(zone) ?? []), code]);
  });
  return byZone;
}

/** All names of all countries, made when somebody first asks: it takes some milliseconds. */
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

/** The two letters that stand for a country; none of Unicode's for the world's other parts. */
const codesIn = (names: Intl.DisplayNames): string[] =>
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => names.of(code) !== undefined && !["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"].includes(code));
