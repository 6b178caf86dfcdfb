import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useOutletContext } from "react-router";

import type { Event } from "#domain/events/shapes.ts";
import { marksFrom } from "#domain/gates/rules.ts";
import type { GatePhones as Phones } from "#domain/gates/shapes.ts";
import type { Audience } from "#domain/participants/rules.ts";
import { hasBegun, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/participants";
import { pageMeta } from "../page-meta.ts";
import { AddParticipant } from "../participants/add-participant.tsx";
import { type Arrivals, arrivalsTo } from "../participants/arrivals.ts";
import { CancelledBanner } from "../events/cancelled-banner.tsx";
import { isGateDay } from "../gates/gate-day.ts";
import { GateCard } from "../gates/gate-card.tsx";
import { GatePhones } from "../gates/gate-phones.tsx";
import { ParticipantList } from "../participants/participant-list.tsx";
import { ParticipantsHead } from "../participants/participants-head.tsx";
import { SentMessages } from "../participants/sent-messages.tsx";
import { WriteMessage } from "../participants/write-message.tsx";
import { ExpectedRange } from "../outcomes/expected-range.tsx";
import { Answered } from "../session/answered.tsx";
import { ask, askPage } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { isRefusal, Refusal } from "../session/refusal.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackButton } from "../ui/back-button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { openPart } from "../ui/open-part.ts";

// The style of a lazily loaded part, which brings none of its own.
import "../gates/gate-keys.css";

const loadCancel = () => import("../organizing/cancel-event.tsx");
const CancelEvent = lazy(loadCancel);
const loadKeys = () => import("../gates/gate-keys.tsx");
const GateKeys = lazy(loadKeys);

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({ matches, path: `/manage-events/${params.id}`, title: say("participants.title"), forMembers: true });

/** The organizer's view of an event: its participants, its waitlist, and the messages to them. */
export default function Participants({ params: { id } }: Route.ComponentProps) {
  const { asked, again } = useAnswer(useCallback(() => overviewOf(id), [id]));
  return (
    <div className="relative flex flex-col gap-1.5 sm:gap-5">
      <div className="-mb-1.5 flex items-center gap-1 sm:-mb-5">
        <BackButton otherwise="/manage-events" />
        <p className="quiet border-l border-base-300 pl-4 max-sm:hidden">{say("participants.title")}</p>
      </div>
      <Answered asked={asked} again={again} failed={say("participants.failed")}>
        {({ answer }) =>
          answer instanceof Refusal ? (
            <Elsewhere isTheirs={isRefusal(answer, "not_yours")} />
          ) : (
            <Overview key={id} {...answer} onChanged={again} />
          )
        }
      </Answered>
    </div>
  );
}

/** An event with its number of people in each state. */
type Counted = {
  event: Event;
  counts: Record<Audience, number>;
  /** The numbers of people with and without an e-mail address. */
  mailed: Record<Audience | "unreachable", number>;
  arrivals: Arrivals | null;
  /** The phones that opened its gate. */
  phones: Phones["phones"];
};

/** The content above the list. A permanent refusal counts as an answer. */
async function overviewOf(id: string): Promise<Counted | Refusal> {
  const count = async (state: Audience, mail: { mail?: "yes" } = {}) => {
    const query = { state, limit: "1", ...mail };
    const { total } = await askPage((api) => api.events[":id"].participants.$get({ param: { id }, query }));
    return total;
  };
  try {
    const [event, joined, waiting, withMail, waitingWithMail] = await Promise.all([
      ask((api) => api["view-event"][":id"].$get({ param: { id } })),
      count("joined"),
      count("waiting"),
      count("all", { mail: "yes" }),
      count("waiting", { mail: "yes" }),
    ]);
    const all = joined + waiting;
    const mailed = { all: withMail, joined: withMail - waitingWithMail, waiting: waitingWithMail };
    const arrivals = await arrivalsTo(event, new Date());
    const isCounting = marksFrom(spanOf(event)) <= new Date();
    const { phones } = isCounting
      ? await ask((api) => api.gates[":eventId"].phones.$get({ param: { eventId: id } }))
      : { phones: [] };
    const unreachable = all - withMail;
    return { event, counts: { all, joined, waiting }, mailed: { ...mailed, unreachable }, arrivals, phones };
  } catch (error) {
    if (isRefusal(error, "not_found", "not_yours")) return error;
    throw error;
  }
}

function Overview({ event, counts, mailed, arrivals, phones, onChanged }: Counted & { onChanged: () => void }) {
  const { id: memberId } = useOutletContext<SessionUser>();
  // The link in a mail opens the dialog of the gate's links.
  const isSent = new URLSearchParams(useLocation().search).has("links");
  const [doing, setDoing] = useState<"adding" | "writing" | "cancelling" | "lending" | null>(isSent ? "lending" : null);
  /** Counts the changes; each one reloads the lists. */
  const [version, setVersion] = useState(0);
  const [added, setAdded] = useState<{ who: string } | null>(null);
  const [opened] = useState(() => new Date());
  const changed = () => {
    setVersion((now) => now + 1);
    onChanged();
  };
  const close = () => setDoing(null);
  const lend = () => openPart(loadKeys, () => setDoing("lending"));
  const isEmpty = counts.all === 0;
  // When the reader comes back to the page while people arrive, the arrivals are loaded again.
  const look = useEffectEvent(() => {
    if (document.visibilityState === "visible" && isGateDay(event, new Date())) onChanged();
  });
  useEffect(() => {
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return (
    <>
      <ParticipantsHead
        event={event}
        memberId={memberId}
        isEmpty={isEmpty}
        arrivals={arrivals}
        onKeys={lend}
        onAdd={() => setDoing("adding")}
        onWrite={() => setDoing("writing")}
        onCancel={() => openPart(loadCancel, () => setDoing("cancelling"))}
      />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <ParticipantList
          event={event}
          memberId={memberId}
          counts={counts}
          version={version}
          arrivals={arrivals}
          added={added}
          onChanged={changed}
        />
        <aside className="flex flex-col gap-6">
          {event.status === "cancelled" && <CancelledBanner event={event} />}
          {/* Once people arrive, the actual number replaces the estimate. */}
          {event.status === "active" && arrivals === null && !hasBegun(spanOf(event), opened) && (
            <ExpectedRange eventId={event._id} version={version} />
          )}
          <GatePhones event={event} phones={phones} onChanged={changed} />
          <GateCard event={event} onKeys={lend} />
          {!isEmpty && <SentMessages eventId={event._id} version={version} />}
        </aside>
      </div>
      {doing === "adding" && (
        <AddParticipant
          eventId={event._id}
          onAdded={(who) => {
            setAdded({ who });
            changed();
          }}
          onClose={close}
        />
      )}
      {doing === "writing" && (
        <WriteMessage
          event={event}
          counts={mailed}
          onSent={() => {
            setVersion((now) => now + 1);
            close();
          }}
          onClose={close}
        />
      )}
      <Suspense>
        {doing === "cancelling" && <CancelEvent event={event} onCancelled={changed} onClose={close} />}
        {doing === "lending" && <GateKeys event={event} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Shown for an event that does not exist, or is another organizer's. */
function Elsewhere({ isTheirs }: { isTheirs: boolean }) {
  return (
    <>
      <h1 className="sr-only">{say("participants.title")}</h1>
      <EmptyState
        title={say(isTheirs ? "participants.not_yours" : "participants.gone")}
        {...(isTheirs && { text: say("participants.not_yours.text") })}
      >
        <Link to="/manage-events" className="btn btn-primary">
          {say("participants.to_events")}
        </Link>
      </EmptyState>
    </>
  );
}
