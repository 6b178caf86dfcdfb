import { useCallback, useEffect } from "react";

import { dateOf, eventPath, hasEnded } from "#domain/events/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/registrations-next.ts";

import { Link } from "../addresses.ts";
import { askPage } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Icon } from "../ui/icon.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { forget, keep } from "../ui/storage.ts";
import { NextPoster } from "./joined-event.tsx";
import { nextMark } from "./next-mark.ts";

/** A member's next event with the way there, and a line about those that follow; nothing where there is none. */
export default function NextOnHome({ email }: { email: string }) {
  const { asked } = useAnswer(
    useCallback(async () => {
      const { rows } = await askPage((api) => api["joined-events"].$get({ query: { email } }));
      return rows.filter((join) => isToCome(join, new Date()));
    }, [email]),
  );
  useEffect(() => {
    if (asked.status === "loading") return;
    const isNone = asked.status === "failed" || asked.answer.length === 0;
    if (isNone) delete document.documentElement.dataset["next"];
    if (asked.status === "failed") return;
    if (isNone) keep(nextMark, "none");
    else forget(nextMark);
  }, [asked]);

  if (asked.status === "loading") return <Spinner />;
  const [next, ...later] = asked.status === "there" ? asked.answer : [];
  if (!next) return null;
  return (
    <section aria-labelledby="next-event" className="flex flex-col gap-1.5">
      <NextPoster
        join={next}
        lead={
          <>
            <span id="next-event" className="font-semibold">
              {say("next.yours")}
            </span>
            {" · "}
          </>
        }
        title={
          <p dir="auto" className="title">
            {next.eventTitle}
          </p>
        }
        deeds={
          <Link
            to={eventPath(next.eventId)}
            aria-label={`${say("joined.view")}: ${next.eventTitle}`}
            className="btn bg-base-100/70"
          >
            {say("joined.view")}
          </Link>
        }
      />
      {later[0] && <Following first={later[0]} more={later.length - 1} />}
    </section>
  );
}

/** What comes after it, which leads to all of them. */
function Following({ first, more }: { first: Registration; more: number }) {
  const date = dateOf(new Date(first.eventDate), first.timeZone);
  return (
    <Link to="/joined-events" className="flex min-h-11 items-center gap-3 rounded-field px-1 py-1 hover:bg-base-200">
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-semibold">
          {say("next.then", { title: first.eventTitle })}
        </span>
        <span className="quiet block text-[0.9375rem]">
          {more > 0 ? say("next.then.more", { date, count: more }) : date}
        </span>
      </span>
      <Icon name="chevron-down" className="size-5 shrink-0 -rotate-90" />
    </Link>
  );
}

const isToCome = ({ state, status, eventEnd }: Registration, now: Date) =>
  state === "joined" && status === "active" && !hasEnded(eventEnd, now);
