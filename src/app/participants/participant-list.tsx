import { useCallback, useState } from "react";

import { peopleIn, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { audiences, type Audience, day } from "#domain/participants/rules.ts";
import type { Participant } from "#domain/participants/shapes.ts";
import { keptDays } from "#domain/privacy/rules.ts";
import { bareLetters } from "#domain/rules.ts";
import { hasBegun, hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { makeRegular } from "../regulars/make-regular.ts";
import { Answered } from "../session/answered.tsx";
import { askPage } from "../session/ask.ts";
import { useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { useSettled } from "../ui/use-settled.ts";
import type { Arrivals } from "./arrivals.ts";
import { CopyLink } from "./copy-link.tsx";
import { NotePerson } from "./note-person.tsx";
import { ParticipantRow } from "./participant-row.tsx";
import { RemoveParticipant } from "./remove-participant.tsx";
import { WalkIns } from "./walk-ins.tsx";
import { LoadMore } from "../session/load-more.tsx";

import "../ui/switch.css";
import "./participants.css";

/** The length of a page. */
const pageSize = "50";

type ListProps = {
  event: Event;
  /** The id of the member who reads the list. */
  memberId: string;
  counts: Record<Audience, number>;
  version: number;
  /** Null while no arrival is known. */
  arrivals: Arrivals | null;
  /** The address or name of the person just added; a new object each time. */
  added: { who: string } | null;
  onChanged: () => void;
};

/** Participants, waitlist and walk-ins, filtered by state and search; a new `version` reloads them. */
export function ParticipantList({ event, memberId, counts, version, arrivals, added, onChanged }: ListProps) {
  const { series } = event;
  const [now] = useState(() => new Date());
  const [chosen, setState] = useState<Audience>("all");
  // Without a waitlist there is no choice, and an earlier choice no longer applies.
  const hasWaitlist = event.waitlisted > 0;
  const state = hasWaitlist ? chosen : "all";
  const [typed, setTyped] = useState("");
  const [noting, setNoting] = useState<Participant | null>(null);
  const [removing, setRemoving] = useState<Participant | null>(null);
  const search = useSettled(typed.trim());
  const { list, retry, loadMore } = useList(
    useCallback(
      (cursor?: string) => {
        const query = { state, search, limit: pageSize, ...(cursor && { cursor }) };
        return askPage((api) => api.events[":id"].participants.$get({ param: { id: event._id }, query }));
      },
      [event._id, state, search],
    ),
    version,
  );
  const people = { all: peopleIn(spotsOf(event)), joined: event.participant, waiting: event.waitlisted };
  const wanted = bareLetters(search);
  const walkIns =
    state === "all" ? (arrivals?.walkIns ?? []).filter(({ name }) => bareLetters(name).includes(wanted)) : [];
  const isNobody = list.status === "there" && list.rows.length + walkIns.length === 0;
  const found =
    search && list.status === "there" && !isNobody && say("participants.found", { count: list.total + walkIns.length });
  const isOpen = event.status !== "cancelled" && !hasEnded(spanOf(event), now);
  const areNotesKept = now.getTime() < Date.parse(event.eventEnd) + keptDays.note * day;
  // A new person who may stand beyond the shown part, or is filtered out, is searched for, so that the organizer sees
  // them and their actions.
  const [sought, setSought] = useState(added);
  if (added !== sought) {
    setSought(added);
    const isWhole = list.status === "there" && !list.next && list.rows.length < Number(pageSize);
    if (added && !(isWhole && state === "all" && typed.trim() === "")) {
      setState("all");
      setTyped(added.who);
    }
  }
  // If several people have the name, the one who came last is the new one.
  const addedId =
    added !== null && list.status === "there" && typed.trim() === search
      ? list.rows.findLast((row) => isOf(row, added.who))?._id
      : undefined;

  if (counts.all + (arrivals?.walkIns.length ?? 0) === 0) {
    return (
      <EmptyState title={say("participants.empty")} text={say("participants.empty.text")}>
        {isOpen && <CopyLink eventId={event._id} className="btn" />}
      </EmptyState>
    );
  }
  return (
    <section aria-label={say("participants.title")} className="flex min-w-0 flex-col gap-2 sm:gap-4">
      <div className="participant-tools relative flex items-center justify-between gap-2 max-sm:flex-wrap">
        {hasWaitlist && (
          <StateChoice state={state} counts={people} isNarrowed={typed.trim() !== ""} onChoose={setState} />
        )}
        <SearchField
          label={say("participants.search")}
          placeholder={say("participants.search.placeholder")}
          value={typed}
          onChange={setTyped}
        />
      </div>
      {/* If the search finds no participant, the card below says so, and this line is only for screen readers. */}
      <p role="status" className={isNobody || !search ? "sr-only" : "quiet -my-2 min-h-6"}>
        {isNobody ? say("participants.none") : found}
      </p>
      <Answered asked={list} again={retry} failed={say("participants.failed")} cards={5} />
      {isNobody && (
        <EmptyState isSearch title={say("participants.none")} text={say("participants.none.text")}>
          <button
            type="button"
            className="btn"
            onClick={() => {
              setTyped("");
              setState("all");
            }}
          >
            {say("participants.none.clear")}
          </button>
        </EmptyState>
      )}
      {list.status === "there" && list.rows.length > 0 && (
        <ul className="sheet divide-y divide-base-300">
          {list.rows.map((row) => (
            <ParticipantRow
              isUnderWay={isOpen && hasBegun(spanOf(event), now)}
              key={row._id}
              participant={row}
              timeZone={event.timeZone}
              isOwn={row.memberId === memberId}
              arrivals={arrivals}
              isNew={row._id === addedId}
              onNote={areNotesKept ? () => setNoting(row) : null}
              onRegular={series ? () => void makeRegular(series.id, row, onChanged) : null}
              onRemove={isOpen ? () => setRemoving(row) : null}
            />
          ))}
        </ul>
      )}
      <LoadMore list={list} onPress={loadMore} />
      <WalkIns people={walkIns} timeZone={event.timeZone} />
      {noting && (
        <NotePerson eventId={event._id} participant={noting} onNoted={onChanged} onClose={() => setNoting(null)} />
      )}
      {removing && (
        <RemoveParticipant
          eventId={event._id}
          participant={removing}
          onRemoved={onChanged}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}

function isOf({ userEmail, mailedTo, userName }: Participant, added: string): boolean {
  const email = userEmail ?? mailedTo;
  return email === null ? userName === added : email.toLowerCase() === added.toLowerCase();
}

type ChoiceProps = {
  state: Audience;
  counts: Record<Audience, number>;
  /** True if a search leaves some people out; then these numbers are not those of the people shown. */
  isNarrowed: boolean;
  onChoose: (state: Audience) => void;
};

/** The choice between states. Its numbers include guests, like those in the head and the waitlist positions. */
function StateChoice({ state, counts, isNarrowed, onChoose }: ChoiceProps) {
  return (
    <div role="group" aria-label={say("participants.show")} className="switch">
      {audiences.map((audience) => (
        <button
          key={audience}
          type="button"
          aria-pressed={state === audience}
          className="btn relative btn-ghost"
          onClick={() => onChoose(audience)}
        >
          {/* Keeps its width during a search, which hides the number and centers the name. */}
          <span className={`flex gap-1 ${isNarrowed ? "invisible" : ""}`}>
            {say(`participants.${audience}`)} <span className="font-normal tabular-nums">{counts[audience]}</span>
          </span>
          {isNarrowed && (
            <span className="absolute inset-0 grid place-items-center">{say(`participants.${audience}`)}</span>
          )}
        </button>
      ))}
    </div>
  );
}
