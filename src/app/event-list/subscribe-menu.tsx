import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";
import { PanelHead } from "./filter-panels.tsx";
import { PopoverMenu } from "../ui/popover-menu.tsx";

/** The address of a feed with the events that match a query. */
export const feedAddress = (format: "ics" | "rss" | "atom" | "json", query: string) =>
  `/api/feeds/events.${format}${query && `?${query}`}`;

/**
 * Subscribes to new events in a calendar, a news reader or by mail: to all of them, or to those that match a query
 * named by `words`.
 */
export function SubscribeMenu({ query, words }: { query: string; words: string }) {
  const origin = useSiteSettings()?.origin ?? "";
  const calendar = origin.replace(/^https?/, "webcal") + feedAddress("ics", query);
  const link = "flex min-h-12 items-center gap-2.5 rounded-field px-3 font-medium hover:bg-base-200";
  return (
    <PopoverMenu
      id="subscribe"
      at="panel"
      label={say("subscribe.button")}
      className="btn btn-ghost"
      button={
        <>
          <Icon name="calendar-plus" />
          <span>{say("subscribe.button")}</span>
        </>
      }
    >
      <PanelHead id="subscribe" title={say("subscribe.button")} />
      {/* The menu's lines align with its title. */}
      <div className="max-sm:-mx-3">
        <p className="quiet px-3 pb-1 text-sm">{words ? say("subscribe.some", { words }) : say("subscribe.all")}</p>
        <Link to={`/newsletter?${new URLSearchParams({ filter: query })}`} rel="nofollow" className={link}>
          <Icon name="mail" className="size-5 text-accent" />
          {say("subscribe.mail")}
        </Link>
        <a href={calendar} className={link}>
          <Icon name="calendar-days" className="size-5 text-accent" />
          {say("subscribe.calendar")}
        </a>
        <a href={feedAddress("rss", query)} className={link}>
          <Icon name="rss" className="size-5 text-accent" />
          {say("subscribe.rss")}
        </a>
        <Link to={query ? `/embed/make?${query}` : "/embed/make"} className={link}>
          <Icon name="code-xml" className="size-5 text-accent" />
          {say("subscribe.embed")}
        </Link>
      </div>
    </PopoverMenu>
  );
}
