import { useCallback, useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import { hasBegun } from "#domain/events/rules.ts";
import { audiences, type Audience } from "#domain/participants/rules.ts";
import type { Participant } from "#domain/participants/shapes.ts";
import { say } from "#messages/participants.ts";

import { askPage } from "../session/ask.ts";
import { useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failed } from "../ui/failed.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { CopyLink } from "./copy-link.tsx";
import { ParticipantRow } from "./participant-row.tsx";
import { RemoveParticipant } from "./remove-participant.tsx";
import { LoadMore } from "../session/load-more.tsx";

/** How many are shown at a time. */
const pageSize = "50";

type ListProps = {
  event: Event;
  /** Who asks. */
  memberId: string;
  counts: Record<Audience, number>;
  version: number;
  onChanged: () => void;
};

/** The people who have joined and the waitlist, narrowed down by state and search; a new `version` asks again. */
export function ParticipantList({ event, memberId, counts, version, onChanged }: ListProps) {
  const [now] = useState(() => new Date());
  const [chosen, setState] = useState<Audience>("all");
  // Without a waitlist there is nothing to choose between, nor is what was chosen before it emptied.
  const hasWaitlist = event.waiting > 0;
  const state = hasWaitlist ? chosen : "all";
  const [typed, setTyped] = useState("");
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
  const people = { all: event.participant + event.waiting, joined: event.participant, waiting: event.waiting };
  const isNobody = list.status === "there" && list.rows.length === 0;
  const told = search
    ? list.status === "there" && !isNobody && say("participants.found", { count: list.total })
    : inList(counts[state], people[state] - counts[state], hasWaitlist);
  const isOpen = event.status !== "cancelled" && !hasBegun(event.eventDate, now);

  if (counts.all === 0) {
    return (
      <EmptyState title={say("participants.empty")} text={say("participants.empty.text")}>
        {isOpen && <CopyLink eventId={event._id} className="btn btn-secondary" />}
      </EmptyState>
    );
  }
  return (
    <section aria-label={say("participants.title")} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-col gap-3 sm:flex-row-reverse sm:flex-wrap sm:items-center sm:justify-between">
        <SearchField
          label={say("participants.search")}
          placeholder={say("participants.search.placeholder")}
          value={typed}
          onChange={setTyped}
          className="sm:max-w-xs"
        />
        {hasWaitlist && <StateChoice state={state} counts={counts} onChoose={setState} />}
        {/* That nobody is found, the card below says to everybody who sees it. */}
        <p
          role="status"
          className={isNobody || (!told && !search) ? "sr-only" : `quiet -my-1 min-h-6 ${hasWaitlist ? "w-full" : ""}`}
        >
          {isNobody ? say("participants.none") : told}
        </p>
      </div>
      {list.status === "loading" && <Spinner cards={5} />}
      {list.status === "failed" && <Failed text={say("participants.failed")} again={say("retry")} onAgain={retry} />}
      {isNobody && (
        <EmptyState isSearch title={say("participants.none")} text={say("participants.none.text")}>
          <button
            type="button"
            className="btn btn-secondary"
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
              key={row._id}
              participant={row}
              timeZone={event.timeZone}
              isOwn={row.memberId === memberId}
              onRemove={isOpen ? () => setRemoving(row) : null}
            />
          ))}
        </ul>
      )}
      <LoadMore list={list} onPress={loadMore} />
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

/** How many rows the list has, unless the choice above says it, and how many guests are in them. */
function inList(count: number, guests: number, isCounted: boolean): string {
  if (isCounted) return guests > 0 ? say("participants.guests", { count: guests }) : "";
  const found = say("participants.found", { count });
  return guests > 0 ? `${found}, ${say("participants.found.guests", { count: guests })}` : found;
}

type ChoiceProps = { state: Audience; counts: Record<Audience, number>; onChoose: (state: Audience) => void };

/** Counts rows, as the message to these people does; how many spots they take, the head says. */
function StateChoice({ state, counts, onChoose }: ChoiceProps) {
  return (
    <div role="group" aria-label={say("participants.show")} className="flex rounded-field border border-base-300 p-1">
      {audiences.map((audience) => (
        <button
          key={audience}
          type="button"
          aria-pressed={state === audience}
          className="btn btn-ghost flex-1 px-3 aria-pressed:bg-secondary aria-pressed:text-secondary-content"
          onClick={() => onChoose(audience)}
        >
          {say(`participants.${audience}`)}
          <span className="font-normal tabular-nums">{counts[audience]}</span>
        </button>
      ))}
    </div>
  );
}
