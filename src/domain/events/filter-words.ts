import { say } from "#messages/say.ts";
import type { Page } from "../shapes.ts";
import type { Area } from "./area.ts";
import type { Wanted } from "./filtering.ts";
import type { ListFilter } from "./shapes.ts";
import { dateOf, languageName, weekAfter, weekendOf } from "./rules.ts";

/** The parts of a filter that its description in words needs. */
type Said = Omit<Wanted, "area"> & {
  area?: Pick<Area, "name" | "within"> | null;
  order?: ListFilter["order"] | undefined;
};

/**
 * Describes a filter in words that follow 'events', such as 'within 10 km of Porto this weekend, with room', or '' for
 * none. It leaves out the search text, which is shown in its own field.
 * @param today the day in UTC
 */
export function filterInWords(filter: Said, today: string): string {
  const { area, box, room, effort, children, stepFree, language, community, order } = filter;
  const around = area && say("filter.words.within", { km: area.within, town: area.name });
  const main = [typesInWords(filter), around, daysInWords(filter, today)].filter(Boolean).join(" ");
  return [
    main,
    box && say("filter.words.box"),
    room && say("filter.words.room"),
    effort && say(`filter.words.effort.${effort}`),
    children && say("filter.words.children"),
    stepFree && say("filter.words.step_free"),
    language && say("filter.words.language", { language: languageName(language) }),
    community && say("filter.words.community"),
    order === "distance" && say("filter.words.nearest"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** The words for a part of the map, which come last, or ''. */
export const boxInWords = ({ box }: Pick<Said, "box">, words: string): string =>
  box ? `${words && ","} ${say("filter.words.box")}` : "";

/** Describes a filter including its search text: 'that say “kayak” this weekend'. */
export function askedInWords(filter: Said, today: string): string {
  const { search } = filter;
  return [search && say("filter.words.search", { search }), filterInWords(filter, today)].filter(Boolean).join(" ");
}

type InWords = { title?: string; description: string };

/** Describes a list for search engines and people who share it: a sentence, and a title unless it has every event. */
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

/** 'in Clean up Drive or Food Donation'; for more than two types, their number. */
function typesInWords({ category = [] }: Said): string {
  const [one, other, ...more] = category.map((type) => say(type === "food" ? "filter.food" : `event_type.${type}`));
  if (!one) return "";
  if (more.length > 0) return say("filter.words.types", { count: category.length });
  return other ? say("filter.words.two_types", { one, other }) : say("filter.words.type", { type: one });
}

/** The days of a filter in words: 'this weekend', 'on Sat, Nov 28'; with the year unless it is the current one. */
function daysInWords({ from, to }: Said, today: string): string {
  const weekend = weekendOf(today);
  if (from === weekend.from && to === weekend.to && from !== to) return say("filter.words.weekend");
  const week = weekAfter(today);
  if (from === week.from && to === week.to) return say("filter.words.next_week");
  if (from && from === to) return say("filter.words.on", { day: dayInWords(from, today) });
  // Two dates without weekdays fit one line of a phone, with a shared year written once.
  if (from && to) return say("filter.words.between", { from: dateInWords(from, to), to: dateInWords(to, today) });
  if (from) return say("filter.words.from", { day: dayInWords(from, today) });
  return to ? say("filter.words.until", { day: dayInWords(to, today) }) : "";
}

/** 'Sat, Nov 28', with the year unless it is the current one. */
export const dayInWords = (day: string, today: string): string =>
  dateOf(new Date(`${day}T00:00Z`), "UTC").replace(day.startsWith(today.slice(0, 4)) ? /, \d+$/ : "", "");

/** 'Jan 1, 2031' */
const dateInWords = (day: string, today: string) => dayInWords(day, today).replace(/^\w+, /, "");
