import type { ReactNode } from "react";

import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { heldUntil } from "./held-until.ts";
import { StandingMark } from "./standing-mark.tsx";
import { TakeButton } from "./take-button.tsx";
import { type OnChanged, useOffer } from "./use-offer.ts";
import { WithGuests } from "./with-guests.tsx";

type OwnOfferProps = {
  event: Event;
  registration: OwnRegistration;
  offer: NonNullable<OwnRegistration["offer"]>;
  /** The menu of what the member may change. */
  change: ReactNode;
  onChanged: OnChanged;
};

/** The spots on offer for a member on the waitlist, to accept or decline. */
export default function OwnOffer({ event, registration, offer: { spots, until }, change, onChanged }: OwnOfferProps) {
  const { busy, answer } = useOffer(event._id, onChanged);
  return (
    <section aria-labelledby="offer" className="w-full sm:max-lg:flex sm:max-lg:items-center sm:max-lg:gap-6">
      <div className="standing flex-1">
        <StandingMark icon="sprout" />
        <div className="min-w-0 flex-1">
          {!until && <p className="quiet">{say("event.waiting", { position: registration.position ?? 1 })}</p>}
          <h3 id="offer" className="text-lg leading-snug">
            {say(until ? "offer.title" : spots <= registration.guests.length ? "offer.fewer" : "offer.free", {
              count: spots,
            })}
          </h3>
          {until && (
            <p className="quiet text-[0.9375rem] leading-snug">
              {say("offer.until", { until: heldUntil(until, event.timeZone, { named: true }) })}
            </p>
          )}
          <WithGuests registration={registration} />
        </div>
        {(!until || registration.guests.length > 0) && change}
      </div>
      <div className="flex gap-2 max-sm:mt-2 lg:mt-2">
        <TakeButton count={spots} busy={busy} className="flex-1" onPress={() => answer(true)} />
        {until && (
          <button type="button" className="btn btn-ghost" onClick={() => answer(false)}>
            {say("offer.decline")}
          </button>
        )}
      </div>
    </section>
  );
}
