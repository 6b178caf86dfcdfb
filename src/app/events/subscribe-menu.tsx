import { say } from "#messages/events.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";
import type { ListFilter } from "./list-filter.ts";
import { PopoverMenu } from "../ui/popover-menu.tsx";

type Category = ListFilter["category"];

/** Where the events of a kind, or all, are told to other programs. */
export const feedAddress = (format: "ics" | "rss" | "atom" | "json", category: Category) =>
  `/api/feeds/events.${format}${category === "all" ? "" : `?category=${category}`}`;

/** Subscribes to new events, in a calendar or a news reader: all of them, or the type that the list shows. */
export function SubscribeMenu({ category }: { category: Category }) {
  const origin = useSiteSettings()?.origin ?? "";
  const calendar = origin.replace(/^https?/, "webcal") + feedAddress("ics", category);
  const kind = category === "all" ? "" : say(category === "food" ? "filter.food" : `event_type.${category}`);
  const link = "flex min-h-12 items-center gap-2.5 rounded-field px-3 font-medium hover:bg-base-200";
  return (
    <PopoverMenu
      id="subscribe"
      at="button"
      label={say("subscribe.button")}
      className="square"
      button={
        <>
          <Icon name="calendar-plus" className="" />
          <span>{say("subscribe.button")}</span>
        </>
      }
    >
      <div className="p-2">
        <p className="quiet px-3 pt-2 pb-1 text-sm">{kind ? say("subscribe.kind", { kind }) : say("subscribe.all")}</p>
        <a href={calendar} className={link}>
          <Icon name="calendar-days" className="size-5 text-accent" />
          {say("subscribe.calendar")}
        </a>
        <a href={feedAddress("rss", category)} className={link}>
          <Icon name="rss" className="size-5 text-accent" />
          {say("subscribe.rss")}
        </a>
      </div>
    </PopoverMenu>
  );
}
