import { useState } from "react";

import { momentOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { Companion, JoinedCheck } from "#domain/joins/shapes.ts";
import { say } from "#messages/places.ts";

import { ask } from "../session/ask.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import { AddToCalendar } from "./add-to-calendar.tsx";
import { refused } from "./refused.ts";

type HeldPlacesProps = { event: Event; standing: JoinedCheck; fresh: boolean; onChanged: () => Promise<void> };

/**
 * What a member has at an event beyond their own place: an offer to take or decline, who comes along, and, when the place is
 * `fresh`, a way into their calendar, as the other one is out of sight on a phone by then.
 */
export default function HeldPlaces({ event, standing, fresh, onChanged }: HeldPlacesProps) {
  const { offer, companions } = standing;
  return (
    <>
      {fresh && standing.isJoined && <AddToCalendar event={event} id="place-to-calendar" className="self-center" />}
      {offer && <Offer event={event} offer={offer} onChanged={onChanged} />}
      {companions.length > 0 && <Companions event={event} companions={companions} onChanged={onChanged} />}
    </>
  );
}

type OfferProps = { event: Event; offer: NonNullable<JoinedCheck["offer"]>; onChanged: () => Promise<void> };

function Offer({ event, offer: { places, until }, onChanged }: OfferProps) {
  const [busy, setBusy] = useState(false);
  const param = { eventId: event._id };

  async function answer(yes: boolean) {
    if (busy) return;
    setBusy(true);
    try {
      if (yes) await ask((api) => api["join-event"][":eventId"].take.$post({ param }));
      else await ask((api) => api["join-event"][":eventId"].$delete({ param }));
      if (yes) toast("success", say("event.join.done"), { text: say("event.see_joined"), to: "/joined-events" });
      else toast("success", say("places.offer.declined"));
    } catch (error) {
      refused(error);
    }
    setBusy(false);
    await onChanged();
  }

  return (
    <section aria-labelledby="offer" className="flex flex-col gap-3 rounded-box border-2 border-primary p-4">
      <h3 id="offer" className="text-lg">
        {say(until ? "places.offer" : "places.fewer", { count: places })}
      </h3>
      {until && <p>{say("places.offer.until", { until: momentOf(new Date(until), event.timeZone, true) })}</p>}
      <div className="join-bar">
        <button
          type="button"
          className="btn btn-primary btn-block btn-lg"
          aria-disabled={busy || undefined}
          onClick={() => void answer(true)}
        >
          {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
          {busy ? say("places.offer.taking") : say("places.offer.take", { count: places })}
        </button>
      </div>
      {until && (
        <button type="button" className="btn btn-ghost self-center" onClick={() => void answer(false)}>
          {say("places.offer.decline")}
        </button>
      )}
    </section>
  );
}

type CompanionsProps = { event: Event; companions: Companion[]; onChanged: () => Promise<void> };

function Companions({ event, companions, onChanged }: CompanionsProps) {
  const [leaving, setLeaving] = useState<Companion | null>(null);
  return (
    <section aria-labelledby="companions" className="flex flex-col gap-2">
      <h3 id="companions" className="font-sans text-base font-semibold">
        {say("places.with")}
      </h3>
      <ul className="flex flex-col divide-y divide-base-300">
        {companions.map((companion) => (
          <li key={companion._id} className="flex items-center justify-between gap-3 py-1">
            <span dir="auto" className="min-w-0 break-words">
              {companion.name}
              {companion.under18 && <span className="quiet"> · {say("places.under18")}</span>}
            </span>
            <button
              type="button"
              aria-label={say("places.behind", { name: companion.name })}
              className="btn btn-circle btn-ghost"
              onClick={() => setLeaving(companion)}
            >
              <Icon name="x" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {leaving && <LeaveBehind event={event} companion={leaving} onLeft={onChanged} onClose={() => setLeaving(null)} />}
    </section>
  );
}

type LeaveBehindProps = {
  event: Event;
  companion: Companion;
  onLeft: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a companion's place is given back: somebody else has it a moment later. */
function LeaveBehind({ event, companion, onLeft, onClose }: LeaveBehindProps) {
  const [busy, setBusy] = useState(false);
  const { name } = companion;

  async function leave() {
    if (busy) return;
    setBusy(true);
    try {
      const param = { eventId: event._id, companionId: companion._id };
      await ask((api) => api["join-event"][":eventId"].companions[":companionId"].$delete({ param }));
      toast("success", say("places.behind.done", { name }));
      onClose();
      await onLeft();
    } catch (error) {
      refused(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={say("places.behind.sure", { name })} role="alertdialog" onClose={onClose}>
      <p className="mt-2 text-lg">{say("places.behind.text")}</p>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <button type="button" className="btn btn-outline" onClick={onClose}>
          {say("cancel")}
        </button>
        <button type="button" className="btn btn-error" aria-disabled={busy || undefined} onClick={() => void leave()}>
          {say("places.behind", { name })}
        </button>
      </div>
    </Dialog>
  );
}
