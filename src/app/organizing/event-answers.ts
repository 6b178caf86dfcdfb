import { dateOf, type Effort, languageName } from "#domain/events/rules.ts";
import { capacityOf } from "#domain/organizing/rules.ts";
import { spanInWords, zoneName } from "#domain/time-zones/rules.ts";
import { perLocale, say } from "#messages/say.ts";

import { codesIn, type EventDraft, pointIn, townIn } from "./event-form.ts";
import { timeFirst, typedSpan } from "./event-span.ts";

// The answers typed so far, as the rows of the page show them; null if there is none yet.

type Answer = { text: string; more: string };

/** '1:30 – 3:30 PM', and 'Sun, Nov 29, 2026 · Porto time'. */
export function whenAnswer(values: EventDraft, otherwise: string): (Answer & { begin: Date; zone: string }) | null {
  const { begin, end, zone } = typedSpan({ eventTime: timeFirst, ...values }, otherwise);
  if (!begin) return null;
  const day = dateOf(begin, zone);
  const more = say("form.when.day", { day, zone: zoneName(zone, begin) });
  const text = spanInWords({ begin, end: end && end > begin ? end : begin, zone }).hours;
  return { text, more, begin, zone };
}

/** The name of a town in a draft, with its country; '' if there is none. */
export function townName(town: string | undefined): string {
  const chosen = townIn(town);
  return chosen ? `${chosen.name}, ${countries().of(chosen.country)}` : "";
}
const countries = perLocale((locale) => new Intl.DisplayNames(locale, { type: "region" }));

/** The location, with its town, and whether there is a pin. */
export function whereAnswer({ location = "", town, point }: EventDraft): Answer | null {
  if (location.trim() === "") return null;
  const more = joined([townName(town), pointIn(point) && say("form.where.pin")]);
  return { text: location, more: more || say("form.where.no_town") };
}

/** '20 spots', then a waitlist. */
export function spotsAnswer({ maxParticipant = "" }: EventDraft): Answer | null {
  if (maxParticipant.trim() === "") return null;
  const count = capacityOf(maxParticipant);
  if (count === null) return { text: say("form.max.all"), more: say("form.max.no_limit") };
  return { text: say("form.spots.count", { count }), more: say("form.spots.then") };
}

/** The values of the fields behind 'More', in one line. */
export const moreAnswer = (values: EventDraft): string =>
  joined([
    say(values.asksPhone === "yes" ? "form.more.phone" : "form.more.no_phone"),
    inLine(values.whatToBring) && say("form.more.bring", { what: inLine(values.whatToBring) }),
    inLine(values.provided) && fact(say("know.provided"), inLine(values.provided)),
    values.effort && fact(say("know.effort"), say(`know.effort.${values.effort as Effort}`)),
    values.childrenWelcome &&
      fact(say("know.children"), say(`know.children.${values.childrenWelcome as "yes" | "no"}`)),
    values.stepFree && fact(say("know.step_free"), say(`know.step_free.${values.stepFree as "yes" | "no"}`)),
    ...codesIn(values.languages).map(languageName),
  ]);

const fact = (label: string, value: string) => say("form.more.fact", { label, value });
const inLine = (text = ""): string => text.trim().replaceAll(/\s*\n\s*/g, ", ");
const joined = (parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(" · ");
