import type { SiteTexts } from "#domain/ports.ts";
import { mailboxOf } from "#domain/values/mailbox.ts";
import type { Environment } from "./config-environment.ts";
import { type Rule, Wrong } from "./config-rules.ts";

/** The maximum length of a text in the footer. */
const lettersMax = 120;
/** The number of links that fit in the footer's last line. */
const linksMax = 8;

const text: Rule<string> = (given) => {
  if (given.length <= lettersMax && !/\p{C}/u.test(given)) return given;
  throw new Wrong(`has to be one line of at most ${lettersMax} characters`);
};

const year: Rule<string> = (given) => {
  if (/^\d{4}([-–]\d{4})?$/.test(given)) return given;
  throw new Wrong(`is '${given}'; it has to be a year, or two of them such as 2024–2026`);
};

const email: Rule<string> = (given) => {
  const kept = mailboxOf(given);
  if (kept !== null) return kept;
  throw new Wrong(`is '${given}'; it has to be an e-mail address`);
};

function links(given: string): NonNullable<SiteTexts["social"]> {
  const found = given.split(",").map((part) => /^\s*(\S.*?)\s+(https:\/\/\S+)\s*$/.exec(part));
  const social = found.map((part) => ({ name: part?.[1] ?? "", to: part?.[2] ?? "" }));
  if (social.length <= linksMax && social.every(({ name, to }) => name && URL.canParse(to))) return social;
  throw new Wrong(
    `is '${given}'; it has to be up to ${linksMax} names, each with an address: 'Mastodon https://social.example/@city, YouTube https://…'`,
  );
}

const rules = {
  postalAddress: ["SITE_POSTAL_ADDRESS", text],
  phone: ["SITE_PHONE", text],
  email: ["SITE_EMAIL", email],
  year: ["SITE_YEAR", year],
  members: ["SITE_MEMBERS", text],
  events: ["SITE_EVENTS", text],
  cities: ["SITE_CITIES", text],
} as const satisfies Record<Exclude<keyof SiteTexts, "social">, readonly [string, Rule<string>]>;
const socialName = "SITE_SOCIAL";

/** Every variable that is read here. */
export const siteVariables: string[] = [...Object.values(rules).map(([name]) => name), socialName];

/**
 * Returns the site's own texts in place of our examples, from the environment: a missing one stays ours, and an empty
 * one is omitted.
 * @param complain is called with a sentence for each mistake; the result must then not be used
 */
export function siteTexts(environment: Environment, complain: (sentence: string) => void): SiteTexts {
  function read<Value>(name: string, rule: Rule<Value>, empty: Value): Value | undefined {
    const given = environment[name]?.trim();
    if (given === undefined) return undefined;
    try {
      return given === "" ? empty : rule(given);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      complain(`${name} ${error.message}.`);
      return undefined;
    }
  }
  const texts = Object.entries(rules).map(([part, [name, rule]]) => [part, read(name, rule, "")] as const);
  const parts = [...texts, ["social", read(socialName, links, [])] as const];
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}
