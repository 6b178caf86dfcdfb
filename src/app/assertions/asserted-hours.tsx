import { type ReactNode, useState } from "react";

import type { Assertion } from "#domain/assertions/shapes.ts";
import { dateOf, eventPath } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { Confirm } from "../ui/confirm.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { dayIn, whole } from "../ui/whole.ts";

type Answer = "asserted" | "declined" | "taken_back";
/** `onAnswered` receives the result in words; empty if the request has already ended. */
type OfOne = { of: Assertion; onAnswered: (said: string) => void };

const done = { asserted: "assert.yes.done", declined: "assert.no.done", taken_back: "assert.back.done" } as const;

/**
 * Sends an answer. If the request has ended meanwhile, it says so, and the list reloads.
 * @returns the result; null while the request is still open
 */
async function send({ _id: id, asker }: Assertion, answer: Answer): Promise<string | null> {
  try {
    await ask((api) => api.account.asserting[":id"].$put({ param: { id }, json: { answer } }));
    return say(done[answer], { asker });
  } catch (error) {
    refused(error);
    return isRefusal(error, "assertion_gone") || isRefusal(error, "not_found") ? "" : null;
  }
}

/** Hours that wait for a second organizer's answer. */
export function WaitingHours({ of, onAnswered }: OfOne) {
  const values = { asker: of.asker, title: of.title };
  const { busy, run } = useDeed(
    (wanted: Answer) => send(of, wanted),
    (said) => {
      if (said === null) return;
      onAnswered(said);
      rescueFocus();
    },
  );
  return (
    <Hours
      of={of}
      said={say("assert.asks")}
      below={say("assert.until", { date: dayOf(of, of.until) })}
      meaning={
        <>
          <p>
            {say("assert.means")} <strong>{say("assert.means.word")}</strong>
          </p>
          <p className="quiet text-sm">{say("assert.means.name")}</p>
        </>
      }
    >
      <button
        type="button"
        className="btn btn-primary"
        aria-label={say("assert.yes_of", values)}
        aria-disabled={busy || undefined}
        onClick={() => run("asserted")}
      >
        {say("assert.yes")}
      </button>
      <button
        type="button"
        className="btn"
        aria-label={say("assert.no_of", values)}
        aria-disabled={busy || undefined}
        onClick={() => run("declined")}
      >
        {say("assert.no")}
      </button>
    </Hours>
  );
}

/** Hours that a second organizer has asserted and can withdraw. */
export function GivenHours({ of, onAnswered }: OfOne) {
  const [isAsking, setIsAsking] = useState(false);
  const [opened] = useState(() => Date.now());
  const values = { asker: of.asker, title: of.title };
  const canTakeBack = Date.parse(of.until) > opened;
  return (
    <Hours of={of} said={`· ${dayIn(of.assertedAt ?? of.askedAt, of.timeZone)}`}>
      {canTakeBack && (
        <button
          type="button"
          className="btn"
          aria-label={say("assert.back.ask_of", values)}
          onClick={() => setIsAsking(true)}
        >
          {say("assert.back.ask")}
        </button>
      )}
      {isAsking && <TakeWordBack of={of} onDone={onAnswered} onClose={() => setIsAsking(false)} />}
    </Hours>
  );
}

const dayOf = ({ timeZone }: Assertion, moment: string) => whole(dateOf(new Date(moment), timeZone));

type HoursProps = {
  of: Assertion;
  /** The text beside the volunteer's name. */
  said: string;
  below?: string;
  /** The meaning of an answer, right above its button. */
  meaning?: ReactNode;
  children: ReactNode;
};

function Hours({ of, said, below, meaning, children }: HoursProps) {
  const { asker, title, eventId, eventDate, hours, isThere } = of;
  return (
    <li className="mt-4 grid gap-1 border-t border-base-300 pt-4">
      <p className="quiet wrap-anywhere">
        <bdi className="font-semibold text-base-content">{asker}</bdi> {said}
      </p>
      <h3 dir="auto" className="font-sans text-lg tracking-normal wrap-anywhere">
        {isThere ? (
          <Link to={eventPath(eventId)} className="hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </h3>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{dayOf(of, eventDate)}</span> <strong className="text-lg">{say("assert.hours", { hours })}</strong>
      </p>
      {meaning && <div className="mt-2 grid gap-1">{meaning}</div>}
      <div className="mt-2 mb-1 flex flex-wrap gap-2 empty:hidden">{children}</div>
      {below && <p className="quiet text-sm">{below}</p>}
    </li>
  );
}

type TakeWordBackProps = { of: Assertion; onDone: (said: string) => void; onClose: () => void };

/** The dialog to confirm that an assertion is withdrawn, because others may have seen it. */
function TakeWordBack({ of, onDone, onClose }: TakeWordBackProps) {
  const { busy, run } = useDeed(
    () => send(of, "taken_back"),
    (said) => {
      if (said === null) return;
      onClose();
      onDone(said);
    },
  );
  return (
    <Confirm
      title={say("assert.back.title")}
      yes={say(busy ? "assert.back.busy" : "assert.back.yes")}
      no={say("assert.back.no")}
      busy={busy}
      onYes={run}
      onClose={onClose}
    >
      <p className="mt-2 text-lg wrap-anywhere">{say("assert.back.text", { asker: of.asker, title: of.title })}</p>
    </Confirm>
  );
}
