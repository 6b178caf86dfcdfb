import { type ReactNode, useEffect, useRef, useState } from "react";
import { dateOf, eventPath } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { redirectDelay } from "#domain/organizing/rules.ts";
import { say } from "#messages/say.ts";
import { Link, useNavigate } from "../addresses.ts";
import { ShareEvent } from "../events/event-actions.tsx";
import { EventPicture } from "../events/event-picture.tsx";
import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";
import { useVerificationMail } from "../session/use-verification-mail.ts";
import { DoneCard } from "../ui/done-card.tsx";

/** The facts of a new event that this page shows. */
export type NewEvent = Pick<
  Event,
  "_id" | "title" | "eventType" | "thumbnailUrl" | "location" | "eventDate" | "timeZone"
>;

type EventCreatedProps = {
  event: NewEvent;
  status: "active" | "draft" | "unapproved";
  email: string;
  /** The rule by which it repeats, in words; undefined for an event that happens once. */
  repeats?: string | undefined;
  tell?: ReactNode;
};

/** The page after an event was created. */
export function EventCreated({ event, status, email, repeats, tell }: EventCreatedProps) {
  if (status === "unapproved") return <UnapprovedCreated />;
  return status === "draft" ? (
    <DraftCreated email={email} />
  ) : (
    <Published event={event} repeats={repeats} tell={tell} />
  );
}

/**
 * Specification 2 'Create Event': the new event, ways to share it, and after three seconds the upcoming events, unless
 * the reader touches anything before. After an event was run again it stays, for who can be told of it.
 */
function Published({ event, repeats, tell }: { event: NewEvent; repeats: string | undefined; tell: ReactNode }) {
  const navigate = useNavigate();
  const address = (useSiteSettings()?.origin ?? "") + eventPath(event._id);
  const heading = useRef<HTMLHeadingElement>(null);
  // A decision about whom to tell must not run away.
  const [stays, setStays] = useState(Boolean(tell));
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focus moves before the listeners start, so that it does not count as a touch. A pointer that happens to rest on
    // the panel does not count either.
    heading.current?.focus();
    const touched = new AbortController();
    for (const touch of ["pointerdown", "keydown", "focusin"]) {
      panel.current?.addEventListener(touch, () => setStays(true), { signal: touched.signal });
    }
    return () => touched.abort();
  }, []);
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => void navigate("/upcoming-events"), redirectDelay);
    return () => clearTimeout(timer);
  }, [stays, navigate]);

  return (
    <div
      ref={panel}
      className="sheet mx-auto flex max-w-lg flex-col items-center gap-4 px-5 py-7 text-center sm:px-8 sm:py-10"
    >
      <Icon name="circle-check" className="size-12 text-success sm:size-14" />
      <h1 ref={heading} tabIndex={-1} className="text-page outline-none">
        {say("create.done")}
      </h1>
      <p role="status" className="quiet text-lg">
        {say(stays ? "create.done.stay" : "create.done.text")}
      </p>
      <div className="flex w-full items-center gap-4 rounded-box bg-base-200 p-4 text-start">
        <EventPicture
          type={event.eventType}
          url={event.thumbnailUrl}
          first
          className="w-24 shrink-0 rounded-field sm:w-32"
        />
        <div className="min-w-0">
          <p dir="auto" className="font-semibold break-words">
            {event.title}
          </p>
          <p className="quiet text-sm">{repeats ?? dateOf(new Date(event.eventDate), event.timeZone)}</p>
          <p dir="auto" className="quiet text-sm break-words">
            {event.location}
          </p>
        </div>
      </div>
      {repeats && <p className="quiet">{say("create.done.dates")}</p>}
      {tell}
      <input
        readOnly
        aria-label={say("create.done.address")}
        value={address}
        className="input font-mono text-sm"
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap justify-center gap-3">
        <ShareEvent event={event} />
        <Link to={eventPath(event._id)} className="btn">
          {say("card.view")}
        </Link>
        <Link to="/upcoming-events" className="btn btn-primary">
          {say("create.done.now")}
        </Link>
      </div>
    </div>
  );
}

const mail = { name: "mail", className: "text-accent" } as const;

/** Shown to a member whose address is not confirmed: what publishes the event, and how to get the mail again. */
function DraftCreated({ email }: { email: string }) {
  const { busy, send } = useVerificationMail(email);
  return (
    <DoneCard icon={mail} title={say("create.draft")} text={say("create.draft.text", { email })}>
      <button type="button" className="btn btn-primary" aria-disabled={busy || undefined} onClick={send}>
        {say("create.draft.again")}
      </button>
      <Link to="/manage-events" className="btn btn-ghost">
        {say("create.draft.manage")}
      </Link>
    </DoneCard>
  );
}

/** Shown after creating an event that hosts review first. */
const UnapprovedCreated = () => (
  <DoneCard title={say("create.unapproved")} text={say("create.unapproved.text")}>
    <Link to="/manage-events" className="btn btn-primary">
      {say("create.draft.manage")}
    </Link>
  </DoneCard>
);
