import { lazy, Suspense, useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import type { Guest, OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { ShareEvent } from "../events/event-actions.tsx";
import { fromMenu } from "../ui/more-menu.tsx";
import { openPart } from "../ui/open-part.ts";
import { PopoverMenu } from "../ui/popover-menu.tsx";
import type { OnChanged } from "./use-offer.ts";

const loadAbout = () => import("./own-about.tsx");
const OwnAbout = lazy(loadAbout);
const loadGuest = () => import("./remove-guest.tsx");
const RemoveGuest = lazy(loadGuest);
const loadQuestion = () => import("./leave-event.tsx");
const LeaveEvent = lazy(loadQuestion);

type ChangeMenuProps = {
  event: Event;
  registration: OwnRegistration;
  /** True if a person who joins now would be waitlisted. */
  full: boolean;
  /** True if it is the reader's own event, whose page keeps its button to share. */
  isOwn: boolean;
  onChanged: OnChanged;
};

/** The button for what a registered member may change or look for, rarely: details, guests, and to leave. */
export default function ChangeMenu({ event, registration, full, isOwn, onChanged }: ChangeMenuProps) {
  const [open, setOpen] = useState<"about" | "leave" | Guest | null>(null);
  const { state, guests, offer } = registration;
  const joined = state === "joined";
  const close = () => setOpen(null);
  const opens = (load: () => Promise<unknown>, what: typeof open) =>
    fromMenu(() => openPart(load, () => setOpen(what)));
  return (
    <>
      <PopoverMenu id="change" at="button" className="btn" button={say("event.change")}>
        <div className="more-menu">
          {joined && (
            <button type="button" onClick={opens(loadAbout, "about")}>
              {say("event.details")}
            </button>
          )}
          {guests.map((guest) => (
            <button key={guest._id} type="button" dir="auto" onClick={opens(loadGuest, guest)}>
              {say("registration.remove_guest", { name: guest.name })}
            </button>
          ))}
          {joined && !isOwn && <ShareEvent event={event} className="" />}
          <Link to="/joined-events">{say("event.see_joined")}</Link>
          {/* Held spots are given back by the button beside the one to take them. */}
          {!offer?.until && (
            <button type="button" className="apart" onClick={opens(loadQuestion, "leave")}>
              {say(joined ? "event.leave" : "event.leave.waitlist")}
            </button>
          )}
        </div>
      </PopoverMenu>
      <Suspense>
        {open === "about" && (
          <OwnAbout event={event} registration={registration} onChanged={onChanged} onClose={close} />
        )}
        {open === "leave" && (
          <LeaveEvent eventId={event._id} registration={registration} full={full} onLeft={onChanged} onClose={close} />
        )}
        {open !== null && typeof open === "object" && (
          <RemoveGuest event={event} guest={open} onLeft={onChanged} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
