import { eventPath } from "#domain/events/rules.ts";
import { useCallback } from "react";
import { useLocation } from "react-router";

import { say } from "#messages/say.ts";

import { Link, useNavigate } from "../addresses.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { cameFrom } from "../session/return-address.ts";
import { useSession } from "../session/session.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { toast } from "../ui/toast.tsx";
import { useDeed } from "../session/use-deed.ts";

/** Asks the person who follows the mail of an offer whether they will organize this event from now on. */
export default function TransferCard({ eventId }: { eventId: string }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.status === "visitor") {
    return (
      <div className="sheet mb-4 flex flex-col items-start gap-3 p-5">
        <p className="text-lg font-semibold">{say("transfer.log_in")}</p>
        <Link to="/login" state={cameFrom(pathname + search)} className="btn btn-primary">
          {say("nav.login")}
        </Link>
      </div>
    );
  }
  return session.status === "member" ? <Decision eventId={eventId} /> : null;
}

function Decision({ eventId }: { eventId: string }) {
  const navigate = useNavigate();
  const param = { id: eventId };
  const fetchOffer = useCallback(
    () => ask((api) => api.events[":id"]["hand-over"].$get({ param: { id: eventId } })),
    [eventId],
  );
  const { asked, again } = useAnswer(fetchOffer);
  const { busy, run } = useDeed(async (decide: () => Promise<unknown>, sentence: string) => {
    await decide();
    toast("success", sentence);
    // Returns the page without the offer in its address, and with the event's current organizer.
    await navigate(eventPath(eventId), { replace: true });
  });
  if (asked.status === "failed") {
    return (
      <div className="sheet mb-4 p-5">
        <Answered on="part" asked={asked} again={again} failed={say("transfer.failed")} />
      </div>
    );
  }
  if (asked.status !== "there" || !asked.answer.toMe) return null;

  return (
    <section aria-label={say("transfer.title")} className="sheet mb-4 flex flex-col gap-3 border-primary p-5">
      <h2 className="text-small">{say("transfer.title")}</h2>
      <p>{say("transfer.text")}</p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={busy || undefined}
          onClick={() =>
            run(() => ask((api) => api.events[":id"]["take-over"].$post({ param })), say("transfer.taken"))
          }
        >
          {say("transfer.take")}
        </button>
        <button
          type="button"
          className="btn"
          aria-disabled={busy || undefined}
          onClick={() =>
            run(() => ask((api) => api.events[":id"]["hand-over"].$delete({ param })), say("transfer.declined"))
          }
        >
          {say("transfer.decline")}
        </button>
      </div>
    </section>
  );
}
