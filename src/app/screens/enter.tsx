import { useRef, useState } from "react";
import { useLocation } from "react-router";

import { getEvent } from "#domain/events/queries.ts";
import { eventPath } from "#domain/events/rules.ts";
import { Failure } from "#domain/failure.ts";
import type { MailSignedIn } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { type Address, Link, useNavigate } from "../addresses.ts";
import { tellJoin } from "../accounts/tell-join.ts";
import { orRefusal, visitor } from "../context.ts";
import { pageMeta } from "../page-meta.ts";
import { enterByLink } from "../session/mailed.ts";
import { goingOn } from "../session/intention.ts";
import { isRefusal, sentenceOf } from "../session/refusal.ts";
import { useDeed } from "../session/use-deed.ts";
import { ActionButton } from "../session/action-link.tsx";
import { NarrowPage } from "../ui/narrow-page.tsx";
import type { Route } from "./+types/enter";

/** The event that the link joins; none if it only logs in, or the event is gone. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get("event");
  const event = id === null ? null : await orRefusal(context, getEvent(context.get(visitor), id).catch(noneIfGone));
  return { event: event && { id: event._id, title: event.title } };
}

/**
 * Returns null for a missing event. An unreachable database is reported: without the event, the link would log in and
 * join nothing.
 */
function noneIfGone(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/enter", title: say("enter.title"), forMembers: true });

/**
 * The target of the link in a mail with a code. It has one button, because mail scanners follow links but press
 * nothing.
 */
export default function Enter({ loaderData: { event } }: Route.ComponentProps) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<{ sentence: string; forGood: boolean } | null>(null);
  const told = useRef<HTMLParagraphElement>(null);

  const { busy, run } = useDeed(
    () => enterByLink(hash.slice(1)),
    async (signedIn) => {
      tellJoin(signedIn, event?.id);
      await navigate(event ? eventPath(event.id) : onwards(signedIn), { replace: true });
    },
    (error) => {
      setRefused({ sentence: sentenceOf(error), forGood: isRefusal(error, "link_used") });
      queueMicrotask(() => told.current?.focus());
    },
  );

  return (
    <NarrowPage title={say(event ? "enter.join.title" : "enter.title")}>
      {refused ? (
        <p ref={told} tabIndex={-1} role="alert" className="text-lg">
          {refused.sentence}
        </p>
      ) : (
        <p className="text-lg break-words">
          {event ? say("enter.join.text", { title: event.title }) : say("enter.text")}
        </p>
      )}
      {refused?.forGood ? (
        <Link to={event ? eventPath(event.id) : "/login"} className="btn btn-primary">
          {say(event ? "enter.event" : "enter.login")}
        </Link>
      ) : (
        <div aria-busy={busy || undefined} className="flex flex-col">
          <ActionButton primary onPress={run}>
            {say(busy ? "code.checking" : event ? "enter.join.button" : "enter.button")}
          </ActionButton>
        </div>
      )}
    </NarrowPage>
  );
}

// In the tab that requested the mail, it continues to where the member was going.
const onwards = ({ returnTo }: MailSignedIn): Address => goingOn(returnTo ?? undefined);
