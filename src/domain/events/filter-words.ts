import { say } from "#messages/all.ts";
import type { Page } from "../shapes.ts";
import type { Area } from "./area.ts";
import type { Wanted } from "./filtering.ts";
import { dateOf, languageName, weekAfter, weekendOf } from "./rules.ts";

/** What is asked for, as far as words need it. */
type Said = Omit<Wanted, "area"> & { area?: Pick<Area, "name" | "within"> | null };

/**
 * What a filter asks for, in words that follow 'events': 'within 10 km of Porto this weekend, with room'; '' where it asks for nothing.
 * What is searched for is left out: it stands in its box.
 * @param today the day in UTC
 */
export function filterInWords(filter: Said, today: string): string {
  const { area, box, room, effort, children, stepFree, language } = filter;
  const around = area && say("filter.words.within", { km: area.within, town: area.name });
  const main = [around, daysInWords(filter, today), typesInWords(filter)].filter(Boolean).join(" ");
  return [
    main,
    box && say("filter.words.box"),
    room && say("filter.words.room"),
    effort && say(`filter.words.effort.${effort}`),
    children && say("filter.words.children"),
    stepFree && say("filter.words.step_free"),
    language && say("filter.words.language", { language: languageName(language) }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** The same with what is searched for: 'that say “kayak” this weekend'. */
export function askedInWords(filter: Said, today: string): string {
  const { search } = filter;
  return [search && say("filter.words.search", { search }), filterInWords(filter, today)].filter(Boolean).join(" ");
}

type InWords = { title?: string; description: string };

/** What the list shows, for search engines and people who share it: a sentence, and a title where that is not every event. */
export function listInWords(
  filter: Said,
  { total, isMore }: Pick<Page<never>, "total" | "isMore">,
  today: string,
): InWords {
  const words = askedInWords(filter, today);
  if (!words) return { description: say("filter.list.all") };
  const description = say(isMore ? "filter.list.more" : "filter.list", { count: total, words });
  return { title: say("filter.list.title", { words }), description };
}

/** 'in Clean up Drive or Food Donation'; of more than two, their number. */
function typesInWords({ category = [] }: Said): string {
  const [one, other, ...more] = category.map((type) => say(type === "food" ? "filter.food" : `event_type.${type}`));
  if (!one) return "";
  if (more.length > 0) return say("filter.words.types", { count: category.length });
  return other ? say("filter.words.two_types", { one, other }) : say("filter.words.type", { type: one });
}

/** The days of a filter in words: 'this weekend', 'on Sat, Nov 28', with the year where it is another than this day's. */
function daysInWords({ from, to }: Said, today: string): string {
  const weekend = weekendOf(today);
  if (from === weekend.from && to === weekend.to && from !== to) return say("filter.words.weekend");
  const week = weekAfter(today);
  if (from === week.from && to === week.to) return say("filter.words.next_week");
  if (from && from === to) return say("filter.words.on", { day: dayInWords(from, today) });
  // Two dates without their weekdays take one line of a phone.
  const short = (day: string) => dayInWords(day, today).replace(/^\w+, /, "");
  if (from && to) return say("filter.words.between", { from: short(from), to: short(to) });
  if (from) return say("filter.words.from", { day: dayInWords(from, today) });
  return to ? say("filter.words.until", { day: dayInWords(to, today) }) : "";
}

/** 'Sat, Nov 28', with the year where it is another than today's. */
export const dayInWords = (day: string, today: string): string =>
  dateOf(new Date(`${day}T00:00Z`), "UTC").replace(day.startsWith(today.slice(0, 4)) ? /, \d+$/ : "", "");
