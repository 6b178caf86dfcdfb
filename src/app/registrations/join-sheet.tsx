import { type ReactNode, useEffect, useRef } from "react";
import { isFull, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
import { Link } from "../addresses.ts";
import { CodeForm } from "../accounts/code-form.tsx";
import { sayRefusedJoin } from "../accounts/refused-join.ts";
import { EventActions } from "../events/event-actions.tsx";
import { Leaf } from "../events/leaf.tsx";
import { endMailSignIn } from "../session/mailed.ts";
import { useSession } from "../session/session.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.tsx";
import { Hears } from "./hears.tsx";
import { HeldNote } from "./held-note.tsx";
import InShort from "./in-short.tsx";
import { readPending } from "./pending.ts";
import { JoinFields } from "./join-fields.tsx";
import { StandingMark } from "./standing-mark.tsx";
import type { Party, useOwnRegistration } from "./use-own-registration.ts";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { AboutFields, aboutOf } from "./about-fields.tsx";

type JoinSheetProps = {
  event: Event;
  party: Party;
  own: ReturnType<typeof useOwnRegistration>;
};

/**
 * The sheet in which a visitor joins: name and address, the code from a mail, and the result. A member comes here if
 * joining asks for a phone number. Specification 4 'Join button', with its 'Please login to join event' as the first
 * line.
 */
export default function JoinSheet({ event, party, own }: JoinSheetProps) {
  const { registration } = own;
  const isMember = useSession().status === "member";
  const pending = own.pending === null ? null : readPending(own.pending);
  const step = registration?.state ? "in" : pending ? "code" : "fields";
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (step !== "in") return content.current?.querySelector("input")?.focus();
    const title = content.current?.closest("dialog")?.querySelector("h2");
    // Set only now, because an opening dialog focuses its first focusable element.
    title?.setAttribute("tabindex", "-1");
    title?.focus();
  }, [step]);

  if (step === "in") {
    const waiting = registration?.state === "waiting";
    return (
      <Dialog
        title={waiting ? say("event.waiting", { position: registration.position ?? 1 }) : say("event.page.in")}
        mark={
          <div className="in-mark">
            <StandingMark icon={waiting && "hourglass"} />
          </div>
        }
        onClose={own.closeSheet}
      >
        <div ref={content} className="flex flex-col gap-4">
          <div>
            {!waiting && <p className="mb-2 text-center font-semibold text-accent">{say("event.join.done")}</p>}
            <p dir="auto" className="text-center font-semibold break-words">
              {event.title}
            </p>
            <InShort event={event} />
          </div>
          {waiting && (
            <p className="quiet">
              <Hears span={spanOf(event)} />
            </p>
          )}
          <EventActions event={event} id="sheet-calendar" />
          <Link to="/joined-events" className="btn btn-ghost">
            {say("event.see_joined")}
          </Link>
        </div>
      </Dialog>
    );
  }

  /** Gives back the spots kept for this address, so that the reader can type another address. */
  async function useAnother(claim: string) {
    await endMailSignIn(claim).catch(() => undefined);
    await own.wait(null);
  }
  const full = isFull(spotsOf(event));
  const Fields = isMember ? AboutForm : JoinFields;
  const recap = (
    <div className="mt-3 flex items-center gap-3 rounded-box bg-base-200 p-1 pe-3">
      <Leaf moment={new Date(event.eventDate)} timeZone={event.timeZone} />
      <div className="min-w-0">
        <p dir="auto" className="truncate font-semibold">
          {event.title}
        </p>
        <InShort event={event} dated />
      </div>
    </div>
  );
  return (
    <Dialog title={say(pending ? "sheet.code" : isMember ? "event.join" : "sheet.title")} onClose={own.closeSheet}>
      <div ref={content}>
        {pending ? (
          <>
            {recap}
            <p className="mt-3 break-words">{say("sheet.code.text", { email: pending.email })}</p>
            <CodeForm
              key={pending.claim}
              claim={pending.claim}
              submit={say(full && pending.spots === 0 ? "sheet.confirm.waitlist" : "sheet.confirm")}
              onIn={(signedIn) => {
                if (signedIn.refused) toast("error", sayRefusedJoin(signedIn.refused));
                void own.arrive(signedIn);
              }}
              other={
                <button type="button" className="btn btn-ghost px-0" onClick={() => void useAnother(pending.claim)}>
                  {say("sheet.other")}
                </button>
              }
            >
              <HeldNote pending={pending} full={full} />
            </CodeForm>
          </>
        ) : (
          <Fields event={event} party={party} own={own}>
            {recap}
            {party.guests && party.guests.length > 0 && (
              <p className="quiet mt-2">{say("sheet.party", { count: party.guests.length })}</p>
            )}
          </Fields>
        )}
      </div>
    </Dialog>
  );
}

type AboutFormProps = { event: Event; party: Party; own: ReturnType<typeof useOwnRegistration>; children: ReactNode };

/** Asks a member the questions of joining, before they join. */
function AboutForm({ event, party, own, children }: AboutFormProps) {
  async function send(values: Record<string, string>): Promise<FieldErrors | void> {
    const wrong = await own.tryJoin({ ...party, ...aboutOf(values) });
    // The typed values are kept.
    if (wrong) return wrong;
    own.closeSheet();
  }
  return (
    <>
      {children}
      <DraftedForm name={`join-about.${event._id}`} className="mt-4 flex flex-col gap-4" onSend={send}>
        {(draft) => (
          <>
            <AboutFields event={event} draft={draft} />
            <DialogFoot className="grid">
              <SubmitButton busy={say("event.joining")}>
                {say(isFull(spotsOf(event)) ? "event.wait" : "event.join")}
              </SubmitButton>
            </DialogFoot>
          </>
        )}
      </DraftedForm>
    </>
  );
}
