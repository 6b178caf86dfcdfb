import { type ReactNode, useState } from "react";

import { eventPath, withTown } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import { useAlive } from "../ui/use-alive.ts";
import { AddToCalendar } from "./add-to-calendar.tsx";

type EventActionsProps = {
  event: Event;
  /** The calendar menu's id; pages with several menus set it. */
  id?: string;
  className?: string;
  /** The third action: usually to share the event. */
  children?: ReactNode;
};

/**
 * The ways to use an event: add it to a calendar, get directions, share it. On small screens they are equally wide, so
 * that another third one moves nothing.
 */
export const EventActions = ({
  event,
  id,
  className = "",
  children = <ShareEvent event={event} className={action} />,
}: EventActionsProps) => (
  <div className={`grid grid-cols-3 gap-2 lg:flex print:hidden ${className}`}>
    <AddToCalendar event={event} className={action} {...(id && { id })} />
    <Directions {...event} className={action} />
    {children}
  </div>
);

/** The classes of an action: its icon and its word fit on a phone, and on the smallest one the word alone. */
export const action =
  "btn gap-1 px-1 text-[0.875rem] max-[22.4rem]:[&>svg]:hidden [&>svg]:size-4.5 lg:px-3 lg:text-[0.9375rem]";

type DirectionsProps = Pick<Event, "location"> &
  Partial<Pick<Event, "point" | "isExact" | "town">> & { className?: string };

/**
 * Opens the meeting point on a map, or searches for the location as the organizer wrote it. Android opens the reader's
 * own map app.
 */
export function Directions({ location, point, isExact, town = null, className = "btn" }: DirectionsProps) {
  const onAndroid = useAlive() && /Android/i.test(navigator.userAgent);
  const pin = isExact && point ? `${point.lat},${point.lon}` : null;
  const place = encodeURIComponent(pin ?? withTown(location, town));
  return (
    <a
      href={onAndroid ? `geo:${pin ?? "0,0"}?q=${place}` : `https://www.google.com/maps/search/?api=1&query=${place}`}
      {...(!onAndroid && { target: "_blank", rel: "noreferrer nofollow" })}
      aria-label={say("event.page.directions.of", { location })}
      className={className}
    >
      <Icon name="navigation" />
      <span>{say("event.page.directions")}</span>
    </a>
  );
}

/** The time for which a button says that the address was copied, in milliseconds. */
const saysCopied = 4_000;

type ShareEventProps = { event: Pick<Event, "_id" | "title">; className?: string };

/** Shares the address of an event's page. */
export const ShareEvent = ({ event: { _id, title }, ...rest }: ShareEventProps) => (
  <Share path={eventPath(_id)} title={title} {...rest} />
);

type ShareProps = { path: string; title: string; className?: string };

/** Shares a page's address with the device's own dialog, or copies it and says so. */
export function Share({ path, title, className = "btn" }: ShareProps) {
  const [copied, setCopied] = useState(false);

  async function share() {
    const loaded = await import("./share-link.ts").catch(() => toast("error", say("network.failed")));
    if (!("shareLink" in loaded) || !(await loaded.shareLink(path, title))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), saysCopied);
  }

  return (
    <button type="button" className={`${className} noscript:hidden`} onClick={() => void share()}>
      <Icon name={copied ? "check" : "share-2"} />
      {!copied && <span>{say("event.page.share")}</span>}
      <span role="status" className={copied ? "" : "sr-only"}>
        {copied && say("event.page.share.copied")}
      </span>
    </button>
  );
}
