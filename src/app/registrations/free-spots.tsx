import { useState } from "react";

import type { LinkedRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { type Act, ActionButton, type Link } from "../session/action-link.tsx";
import { ask } from "../session/ask.ts";

type FreeSpotsProps = { registration: LinkedRegistration["registration"]; link: Link; act: Act };

/** Leaves the event or its waitlist from a mail. A registrant with guests first chooses who leaves. */
export function FreeSpots({ registration, link, act }: FreeSpotsProps) {
  const { guests } = registration;
  // After a change of the party, everyone in it is ticked again.
  const party = guests.map(({ _id }) => _id).join();
  if (guests.length > 0) return <ChooseWhoLeaves key={party} registration={registration} link={link} act={act} />;
  return (
    <ActionButton primary={link.choice === "leave"} onPress={() => leaveAlone(registration, link, act)}>
      {say(
        registration.state === "joined"
          ? "link.leave"
          : registration.offer?.until
            ? "link.decline"
            : "link.leave_waitlist",
        {
          count: 1,
        },
      )}
    </ActionButton>
  );
}

function leaveAlone({ state, guests }: FreeSpotsProps["registration"], { token }: Link, act: Act) {
  const done = say(state === "joined" ? "link.done.leave" : "link.done.leave_waitlist", {
    count: guests.length + 1,
  });
  act(() => ask((api) => api.spots[":token"].$delete({ param: { token } })), done);
}

function ChooseWhoLeaves({ registration, link, act }: FreeSpotsProps) {
  const guests = registration.guests.map(({ _id }) => _id);
  const [self, setSelf] = useState(true);
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set(guests));
  const [missing, setMissing] = useState(false);
  const kind = registration.state === "joined" ? "joined" : registration.offer?.until ? "offered" : "waiting";
  const { token, choice } = link;

  // Guests need their registrant, so none can stay alone.
  function tick(guest: string, isLeaving: boolean) {
    setLeaving(new Set(guests.filter((id) => (id === guest ? isLeaving : leaving.has(id)))));
    if (!isLeaving) setSelf(false);
  }
  function tickSelf(isLeaving: boolean) {
    setSelf(isLeaving);
    if (isLeaving) setLeaving(new Set(guests));
  }

  function free() {
    setMissing(leaving.size === 0);
    if (leaving.size === 0) return;
    if (self) return leaveAlone(registration, link, act);
    const json = { guests: [...leaving] };
    const words = kind === "joined" ? "link.done.leave.guests" : "link.done.guests_waiting";
    act(
      () => ask((api) => api.spots[":token"].guests.free.$post({ param: { token }, json })),
      say(words, { count: leaving.size }),
    );
  }

  const count = leaving.size + (self ? 1 : 0);
  const label = {
    joined: say(count === 0 ? "link.leave.none" : self ? "link.leave" : "link.leave.guests", { count }),
    offered: say(count === 0 ? "link.decline" : "link.decline.guests", { count }),
    waiting: say(self ? "link.leave_waitlist" : "link.leave_waitlist.guests"),
  }[kind];
  return (
    <fieldset aria-describedby="who-hint" className="flex w-full flex-col rounded-box border border-base-300 p-4 pt-2">
      <legend className="px-1 font-semibold">{say(`link.who.${kind}`)}</legend>
      <Person name={say("link.you")} checked={self} onTick={tickSelf} />
      {registration.guests.map(({ _id, name, under18 }) => (
        <Person
          key={_id}
          name={under18 ? say("link.under18", { name }) : name}
          checked={leaving.has(_id)}
          onTick={(isLeaving) => tick(_id, isLeaving)}
        />
      ))}
      <p id="who-hint" className="quiet mb-3 text-sm">
        {say("link.who.hint")}
      </p>
      {missing && leaving.size === 0 && (
        <p role="alert" className="mb-3 font-medium text-error">
          {say("rule.guests.none")}
        </p>
      )}
      <div className="flex">
        <ActionButton primary={choice === "leave"} onPress={free}>
          {label}
        </ActionButton>
      </div>
    </fieldset>
  );
}

type PersonProps = { name: string; checked: boolean; onTick: (checked: boolean) => void };

const Person = ({ name, checked, onTick }: PersonProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3">
    <input
      type="checkbox"
      className="tick"
      checked={checked}
      onChange={({ currentTarget }) => onTick(currentTarget.checked)}
    />
    <span dir="auto" className="min-w-0 break-words">
      {name}
    </span>
  </label>
);
