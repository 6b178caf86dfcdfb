import { useState } from "react";

import { momentOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { GatePhones as Shape } from "#domain/gates/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { useDeed } from "../session/use-deed.ts";
import { Fold } from "../ui/fold.tsx";

type Phone = Shape["phones"][number];
type Props = { event: Event; phones: readonly Phone[]; onChanged: () => void };

/**
 * Marks that arrived after a phone's link had ended, for the organizer to accept or reject. Below, folded away, the
 * phones, each with a button to clear its marks.
 */
export function GatePhones({ event, phones, onChanged }: Props) {
  const late = phones.filter(({ waiting }) => waiting > 0);
  const marking = phones.filter(({ marks, waiting }) => marks + waiting > 0);
  if (marking.length === 0) return null;
  return (
    <section aria-labelledby="phones-title" className="sheet flex flex-col gap-4 p-5">
      <h2 id="phones-title" className="text-small">
        {say(late.length > 0 ? "gate.late.title" : "gate.phones.title")}
      </h2>
      {late.length > 0 && <p className="quiet">{say("gate.late.text")}</p>}
      {late.map((phone) => (
        <LateMarks key={phone.device} event={event} phone={phone} onDecided={onChanged} />
      ))}
      <Fold words={say("gate.phones.title")}>
        <ul className="mt-3 flex flex-col gap-4">
          {marking.map((phone) => (
            <MarkingPhone key={phone.device} eventId={event._id} phone={phone} onCleared={onChanged} />
          ))}
        </ul>
      </Fold>
    </section>
  );
}

/** The words for each mark. */
const words = {
  here: "gate.late.here",
  undone: "gate.late.undone",
  walk_in: "gate.late.walk_in",
  closed: "gate.late.closed",
  opened: "gate.late.opened",
  guardian_asked: "gate.late.guardian_asked",
  guardian_unasked: "gate.late.guardian_unasked",
  same_person: "gate.late.same_person",
  two_persons: "gate.late.two_persons",
} as const;

/** The waiting marks of one phone. */
function LateMarks({ event, phone, onDecided }: { event: Event; phone: Phone; onDecided: () => void }) {
  const { device, label, waiting, latest, late } = phone;
  const { busy, run } = useDeed((decision: () => Promise<unknown>) => decision(), onDecided);
  const param = { eventId: event._id, device: String(device) };
  const decide = (counts: boolean) =>
    run(() =>
      ask((api) => api.gates[":eventId"].phones[":device"].late.$post({ param, json: { counts, upTo: latest ?? "" } })),
    );
  return (
    <div className="question">
      <p className="font-semibold">{say("gate.late.phone", { number: device, label, count: waiting })}</p>
      <ul className="mt-2 text-sm">
        {late.map(({ id, kind, name, at }) => (
          <li key={id}>
            {say(words[kind], {
              name: name ?? say("gate.late.somebody"),
              moment: momentOf(new Date(at), event.timeZone),
            })}
          </li>
        ))}
        {waiting > late.length && <li>{say("gate.late.more", { count: waiting - late.length })}</li>}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={busy || undefined}
          onClick={() => decide(true)}
        >
          {say("gate.late.yes")}
        </button>
        <button type="button" className="btn" aria-disabled={busy || undefined} onClick={() => decide(false)}>
          {say("gate.late.no")}
        </button>
      </div>
    </div>
  );
}

/** A phone, with a button to clear its marks. */
function MarkingPhone({ eventId, phone, onCleared }: { eventId: string; phone: Phone; onCleared: () => void }) {
  const { device, label, marks } = phone;
  const [isAsking, setIsAsking] = useState(false);
  const param = { eventId, device: String(device) };
  const { busy, run: clear } = useDeed(
    () => ask((api) => api.gates[":eventId"].phones[":device"].marks.$delete({ param })),
    onCleared,
  );
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <p className="font-semibold">{say("gate.phones.phone", { number: device, label })}</p>
          <p className="quiet text-sm">{say("gate.phones.marks", { count: marks })}</p>
        </div>
        <button
          type="button"
          aria-label={say("gate.phones.clear.of", { number: device })}
          aria-expanded={isAsking}
          className="btn btn-error"
          onClick={() => setIsAsking(!isAsking)}
        >
          {say("gate.phones.clear")}
        </button>
      </div>
      {isAsking && (
        <div role="alert" className="question">
          <p>{say("gate.phones.clear.sure")}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <button type="button" className="btn btn-error" aria-disabled={busy || undefined} onClick={clear}>
              {say("gate.phones.clear.yes")}
            </button>
            <button type="button" className="btn" onClick={() => setIsAsking(false)}>
              {say("gate.phones.clear.no")}
            </button>
          </div>
        </div>
      )}
    </li>
  );
}
