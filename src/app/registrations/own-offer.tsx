import { useState } from "react";

import { momentOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/registrations.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { toast } from "../ui/toast.tsx";
import { StandingMark } from "./standing-mark.tsx";

/** Told of a change with the registration as it is now, or, when it was refused, without. */
export type OnChanged = (registration?: OwnRegistration) => Promise<void>;

type OwnOfferProps = {
  event: Event;
  registration: OwnRegistration;
  offer: NonNullable<OwnRegistration["offer"]>;
  onChanged: OnChanged;
};

/** The spots that somebody on the waitlist can take now, or leave to the next. */
export default function OwnOffer({ event, registration, offer: { places, until }, onChanged }: OwnOfferProps) {
  const [busy, setBusy] = useState(false);
  const param = { eventId: event._id };

  async function answer(yes: boolean) {
    if (busy) return;
    setBusy(true);
    let now: OwnRegistration | undefined;
    try {
      now = yes
        ? (await ask((api) => api["join-event"][":eventId"].take.$post({ param }))).registration
        : (await ask((api) => api["join-event"][":eventId"].$delete({ param }))).registration;
      if (!yes) toast("success", say("offer.declined"));
    } catch (error) {
      refused(error);
    }
    setBusy(false);
    await onChanged(now);
  }

  return (
    <section aria-labelledby="offer" className="offer w-full">
      <div className="standing">
        <StandingMark icon="sprout" />
        <div className="min-w-0">
          {!until && <p className="quiet">{say("event.waiting", { position: registration.position ?? 1 })}</p>}
          <h3 id="offer" className="text-lg leading-snug">
            {say(until ? "offer.title" : places <= registration.companions.length ? "offer.fewer" : "offer.free", {
              count: places,
            })}
          </h3>
          {until && (
            <p className="quiet text-[0.9375rem] leading-snug">
              {say("offer.until", { until: momentOf(new Date(until), event.timeZone, true) })}
            </p>
          )}
        </div>
      </div>
      <div className="flex gap-2 max-sm:mt-2 lg:mt-2">
        <button
          type="button"
          className="btn btn-primary btn-lg flex-1"
          aria-disabled={busy || undefined}
          onClick={() => void answer(true)}
        >
          {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
          {busy ? say("offer.taking") : say("offer.take", { count: places })}
        </button>
        {until && (
          <button type="button" className="btn btn-ghost btn-lg" onClick={() => void answer(false)}>
            {say("offer.decline")}
          </button>
        )}
      </div>
    </section>
  );
}
