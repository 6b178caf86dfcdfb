import { useEffect, useRef } from "react";

import { dayOf, isFull } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/registrations-sheet.ts";

import { CodeForm } from "../accounts/code-form.tsx";
import { refusedJoin } from "../accounts/refused-join.ts";
import { EventActions } from "../events/event-actions.tsx";
import { EventTime } from "../events/event-time.tsx";
import { endMailSignIn } from "../session/mailed.ts";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.tsx";
import { HeldNote } from "./held-note.tsx";
import { readPending } from "./pending.ts";
import { JoinFields } from "./join-fields.tsx";
import { StandingMark } from "./standing-mark.tsx";
import type { Party, useOwnRegistration } from "./use-own-registration.ts";

type JoinSheetProps = {
  event: Event;
  party: Party;
  own: ReturnType<typeof useOwnRegistration>;
};

/**
 * Where somebody joins who is not logged in: a name and an address, the code from a mail, and what they have then.
 * Specification 4 'Join button', whose 'Please login to join event' is its first line.
 */
export default function JoinSheet({ event, party, own }: JoinSheetProps) {
  const { registration } = own;
  const pending = own.pending === null ? null : readPending(own.pending);
  const step = registration?.state ? "in" : pending ? "code" : "fields";
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (step !== "in") return content.current?.querySelector("input")?.focus();
    const title = content.current?.closest("dialog")?.querySelector("h2");
    // Only now: a dialog that opens gives focus to whatever can have it first.
    title?.setAttribute("tabindex", "-1");
    title?.focus();
  }, [step]);

  if (step === "in") {
    const waiting = registration?.state === "waiting";
    return (
      <Dialog
        fromBelow
        title={waiting ? say("event.waiting", { position: registration.position ?? 1 }) : say("event.page.in")}
        mark={
          <div className="in-mark">
            <StandingMark {...(waiting && { icon: "hourglass" })} />
          </div>
        }
        onClose={own.closeSheet}
      >
        <div ref={content} className="mt-2 flex flex-col gap-4">
          <p>
            <strong dir="auto" className="block text-center break-words">
              {event.title}
            </strong>
            <EventTime date={event.eventDate} end={event.eventEnd} timeZone={event.timeZone} />
          </p>
          <p className="quiet">{say(waiting ? "event.page.wait" : "event.join.done")}</p>
          <EventActions event={event} id="sheet-calendar" />
        </div>
      </Dialog>
    );
  }

  /** Gives back what is kept for this address, so that another can be typed. */
  async function useAnother(claim: string) {
    await endMailSignIn(claim).catch(() => undefined);
    await own.wait(null);
  }
  const full = isFull(event);
  const { month, day } = dayOf(new Date(event.eventDate), event.timeZone);
  return (
    <Dialog fromBelow title={say(pending ? "sheet.code" : "event.join.login")} onClose={own.closeSheet}>
      <div ref={content}>
        {pending ? (
          <>
            <p className="mt-1 break-words">{say("sheet.code.text", { email: pending.email })}</p>
            <CodeForm
              key={pending.claim}
              claim={pending.claim}
              submit={say(full && pending.spots === 0 ? "sheet.confirm.waitlist" : "sheet.confirm")}
              onIn={(signedIn) => {
                if (signedIn.refused) toast("error", say(refusedJoin[signedIn.refused]));
                void own.arrive(signedIn);
              }}
              other={
                <button
                  type="button"
                  className="btn btn-ghost px-0 underline underline-offset-4"
                  onClick={() => void useAnother(pending.claim)}
                >
                  {say("sheet.other")}
                </button>
              }
            >
              <HeldNote pending={pending} full={full} />
            </CodeForm>
          </>
        ) : (
          <JoinFields event={event} party={party} own={own}>
            <div className="mt-3 flex items-center gap-3 rounded-box bg-base-200 p-2 pe-3">
              <span aria-hidden className="mark day-leaf shrink-0">
                <span>{month}</span>
                <span>{day}</span>
              </span>
              <p className="min-w-0 text-[0.9375rem] leading-snug">
                <strong dir="auto" className="block text-base break-words">
                  {event.title}
                </strong>
                <EventTime date={event.eventDate} end={event.eventEnd} timeZone={event.timeZone} />
                <span dir="auto" className="block break-words">
                  {event.location}
                </span>
                {party.companions && party.companions.length > 0 && (
                  <span className="block">{say("sheet.party", { count: party.companions.length })}</span>
                )}
              </p>
            </div>
          </JoinFields>
        )}
      </div>
    </Dialog>
  );
}
