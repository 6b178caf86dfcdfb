import type { Event } from "#domain/events/shapes.ts";
import { eventPath } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";
import { PopoverMenu } from "../ui/popover-menu.tsx";

type AddToCalendarProps = {
  event: Pick<Event, "_id"> & Partial<Pick<Event, "series">>;
  /** The menu's id; pages with several menus set it. */ id?: string;
  className?: string;
};

/** Adds an event to the reader's own calendar: Google's, Outlook's, or any other by a file; a series by subscribing. */
export function AddToCalendar({ event, id = "add-to-calendar", className = "btn" }: AddToCalendarProps) {
  const page = eventPath(event._id);
  const subscribed = (useSiteSettings()?.origin ?? "").replace(/^https?/, "webcal");
  const calendars = [
    { name: say("calendar.google"), href: `${page}/add-to/google`, elsewhere: true },
    { name: say("calendar.outlook"), href: `${page}/add-to/outlook`, elsewhere: true },
    { name: say("calendar.apple"), href: `/api/events/${event._id}/calendar.ics`, elsewhere: false },
    ...(event.series
      ? [
          {
            name: say("calendar.series"),
            href: `${subscribed}/api/series/${event.series.id}/calendar.ics`,
            elsewhere: false,
          },
        ]
      : []),
  ];
  return (
    <PopoverMenu
      id={id}
      at="button"
      label={say("calendar.add")}
      className={className}
      button={
        <>
          <Icon name="calendar-plus" />
          <span className="max-lg:hidden">{say("calendar.add")}</span>
          <span className="lg:hidden">{say("event.page.calendar")}</span>
        </>
      }
    >
      <ul className="p-2">
        {calendars.map(({ name, href, elsewhere }) => (
          <li key={href}>
            <a
              href={href}
              {...(elsewhere && { target: "_blank", rel: "noreferrer nofollow" })}
              className="flex min-h-12 items-center rounded-field px-3 font-medium hover:bg-base-200"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </PopoverMenu>
  );
}
