import { lazy, Suspense, useState } from "react";

import { momentOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { marksUntil, readableFrom } from "#domain/gates/rules.ts";
import { say } from "#messages/gates-keys.ts";

import { Link } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { Icon } from "../ui/icon.tsx";
import { openPart } from "../ui/open-part.ts";

// Of the part that is loaded on press too: what comes later brings no style.
import "./gate-keys.css";

const loadKeys = () => import("./gate-keys.tsx");
const GateKeys = lazy(loadKeys);

/** The ways to an event's gate: on one's own phone, on those of helpers, and on paper. Nothing once it counts no longer. */
export function GateCard({ event }: { event: Event }) {
  const [now] = useState(() => new Date());
  const [isListing, setListing] = useState(false);
  const from = readableFrom(new Date(event.eventDate));
  if (event.status !== "active" || now > marksUntil(new Date(event.eventEnd))) return null;
  return (
    <section aria-labelledby="gate-title" className="sheet flex flex-col gap-4 p-5">
      <div>
        <h2 id="gate-title" className="text-xl">
          {say("gate.card.title")}
        </h2>
        <p className="quiet">
          {now < from ? say("gate.card.from", { moment: momentOf(from, event.timeZone) }) : say("gate.card.text")}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {now >= from && <OpenGate eventId={event._id} />}
        <button type="button" className="btn btn-outline" onClick={() => openPart(loadKeys, () => setListing(true))}>
          <Icon name="users-round" />
          {say("gate.card.keys")}
        </button>
        <Link to={`/manage-events/${event._id}/print`} className="btn btn-outline">
          <Icon name="list" />
          {say("gate.card.print")}
        </Link>
      </div>
      {isListing && (
        <Suspense>
          <GateKeys event={event} onClose={() => setListing(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** Opens the gate on this device, by a key of one's own that is made once. */
function OpenGate({ eventId }: { eventId: string }) {
  const [busy, setBusy] = useState(false);

  async function open() {
    if (busy) return;
    setBusy(true);
    const label = say("gate.keys.own");
    const param = { eventId };
    try {
      const { keys } = await ask((api) => api.gates[":eventId"].keys.$get({ param }));
      const own =
        keys.find((key) => key.label === label && key.revokedAt === null) ??
        (await ask((api) => api.gates[":eventId"].keys.$post({ param, json: { label } }))).key;
      const { pathname, hash } = new URL(own.url);
      // A page without the site's frame, which has its own script.
      location.assign(pathname + hash);
    } catch (error) {
      refused(error);
      setBusy(false);
    }
  }

  return (
    <button type="button" className="btn btn-primary" aria-disabled={busy || undefined} onClick={() => void open()}>
      <Icon name="user-check" />
      {say(busy ? "gate.card.opening" : "gate.card.open")}
    </button>
  );
}
