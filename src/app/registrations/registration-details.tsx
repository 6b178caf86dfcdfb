import { useState } from "react";

import { momentOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { Guest, OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/registrations.ts";

import { ask } from "../session/ask.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import { AddToCalendar } from "../events/add-to-calendar.tsx";
import { refused } from "../session/refused.ts";

/** Told of a change with the registration as it is now, or, when it was refused, without. */
type OnChanged = (registration?: OwnRegistration) => Promise<void>;

type RegistrationDetailsProps = { event: Event; registration: OwnRegistration; fresh: boolean; onChanged: OnChanged };

/**
 * What a member has at an event beyond their own spot: an offer to accept or decline, their guests, and, when the
 * registration is `fresh`, a way into their calendar, as the other one is out of sight on a phone by then.
 */
export default function RegistrationDetails({ event, registration, fresh, onChanged }: RegistrationDetailsProps) {
  const { offer, companions } = registration;
  return (
    <>
      {fresh && registration.isJoined && <AddToCalendar event={event} id="place-to-calendar" className="self-center" />}
      {offer && <Offer event={event} offer={offer} onChanged={onChanged} />}
      {companions.length > 0 && <Guests event={event} guests={companions} onChanged={onChanged} />}
    </>
  );
}

type OfferProps = { event: Event; offer: NonNullable<OwnRegistration["offer"]>; onChanged: OnChanged };

function Offer({ event, offer: { places, until }, onChanged }: OfferProps) {
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
      if (yes) toast("success", say("event.join.done"), { text: say("event.see_joined"), to: "/joined-events" });
      else toast("success", say("offer.declined"));
    } catch (error) {
      refused(error);
    }
    setBusy(false);
    await onChanged(now);
  }

  return (
    <section aria-labelledby="offer" className="flex flex-col gap-3 rounded-box border-2 border-primary p-4">
      <h3 id="offer" className="text-lg">
        {say(until ? "offer.title" : "offer.fewer", { count: places })}
      </h3>
      {until && <p>{say("offer.until", { until: momentOf(new Date(until), event.timeZone, true) })}</p>}
      <div className="join-bar">
        <button
          type="button"
          className="btn btn-primary btn-block btn-lg"
          aria-disabled={busy || undefined}
          onClick={() => void answer(true)}
        >
          {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
          {busy ? say("offer.taking") : say("offer.take", { count: places })}
        </button>
      </div>
      {until && (
        <button type="button" className="btn btn-ghost self-center" onClick={() => void answer(false)}>
          {say("offer.decline")}
        </button>
      )}
    </section>
  );
}

type GuestsProps = { event: Event; guests: Guest[]; onChanged: OnChanged };

function Guests({ event, guests, onChanged }: GuestsProps) {
  const [leaving, setLeaving] = useState<Guest | null>(null);
  return (
    <section aria-labelledby="companions" className="flex flex-col gap-2">
      <h3 id="companions" className="font-sans text-base font-semibold">
        {say("registration.guests")}
      </h3>
      <ul className="flex flex-col divide-y divide-base-300">
        {guests.map((guest) => (
          <li key={guest._id} className="flex items-center justify-between gap-3 py-1">
            <span dir="auto" className="min-w-0 break-words">
              {guest.name}
              {guest.under18 && <span className="quiet"> · {say("registration.under18")}</span>}
            </span>
            <button
              type="button"
              aria-label={say("registration.remove_guest", { name: guest.name })}
              className="btn btn-circle btn-ghost"
              onClick={() => setLeaving(guest)}
            >
              <Icon name="x" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {leaving && <RemoveGuest event={event} guest={leaving} onLeft={onChanged} onClose={() => setLeaving(null)} />}
    </section>
  );
}

type RemoveGuestProps = {
  event: Event;
  guest: Guest;
  onLeft: OnChanged;
  onClose: () => void;
};

/** Asks before a guest's spot is given back: somebody else has it a moment later. */
function RemoveGuest({ event, guest, onLeft, onClose }: RemoveGuestProps) {
  const [busy, setBusy] = useState(false);
  const { name } = guest;

  async function leave() {
    if (busy) return;
    setBusy(true);
    try {
      const param = { eventId: event._id, companionId: guest._id };
      const { registration } = await ask((api) =>
        api["join-event"][":eventId"].companions[":companionId"].$delete({ param }),
      );
      toast("success", say("registration.remove_guest.done", { name }));
      onClose();
      await onLeft(registration);
    } catch (error) {
      refused(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={say("registration.remove_guest.sure", { name })} role="alertdialog" onClose={onClose}>
      <p className="mt-2 text-lg">{say("registration.remove_guest.text")}</p>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <button type="button" className="btn btn-outline" onClick={onClose}>
          {say("cancel")}
        </button>
        <button type="button" className="btn btn-error" aria-disabled={busy || undefined} onClick={() => void leave()}>
          {say("registration.remove_guest", { name })}
        </button>
      </div>
    </Dialog>
  );
}
