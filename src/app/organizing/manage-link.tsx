import { useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import { hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { GateButton } from "../gates/gate-button.tsx";
import { isGateDay } from "../gates/gate-day.ts";

type ManageLinkProps = {
  event: Event;
  /** True if the organizer has reported the outcome. */
  isSaid: boolean;
};

/**
 * The main links on an organizer's own event page: usually to the participants; on the day itself first to the gate,
 * and afterwards first to reporting who came, until that is done.
 */
export function ManageLink({ event, isSaid }: ManageLinkProps) {
  const [now] = useState(() => new Date());
  const path = `/manage-events/${event._id}` as const;
  const isGateFirst = isGateDay(event, now);
  const isToBeSaid = event.status === "active" && hasEnded(spanOf(event), now) && !isSaid;
  if (!isGateFirst && !isToBeSaid) {
    return (
      <Link to={path} className="btn btn-primary">
        {say("event.manage")}
      </Link>
    );
  }
  return (
    <>
      {isGateFirst ? (
        <GateButton eventId={event._id} className="btn btn-primary" />
      ) : (
        <Link to={`${path}/afterwards`} className="btn btn-primary">
          <Icon name="hand-heart" />
          {say("event.own.afterwards")}
        </Link>
      )}
      <Link to={path} className="btn">
        <Icon name="users-round" />
        <span>{say("event.manage")}</span>
      </Link>
    </>
  );
}
