import { useCallback, useState } from "react";

import { peopleIn, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { useAnswer } from "../session/use-answer.ts";
import { useDeed } from "../session/use-deed.ts";
import { countTold } from "./count-told.ts";
import { ToCall, usePeopleToCall } from "./to-call.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.tsx";

type DeleteEventProps = {
  event: Event;
  email: string;
  onDeleted: (event: Event) => void;
  onClose: () => void;
};

/** Asks for confirmation before an event is deleted for good: specification 8 'Delete confirmation dialog'. */
export default function DeleteEvent({ event, email, onDeleted, onClose }: DeleteEventProps) {
  // Participants need not hear of an event that is over, nor again of one that was canceled.
  const [isTold] = useState(() => event.status === "active" && !hasEnded(spanOf(event), new Date()));
  const people = usePeopleToCall(event._id, isTold && peopleIn(spotsOf(event)) > 0);
  const countPeople = useCallback(async () => (isTold ? countTold(event._id) : null), [isTold, event._id]);
  const { asked } = useAnswer(countPeople);
  const count = asked.status === "there" ? asked.answer : null;

  const { busy, run } = useDeed(
    () => ask((api) => api.events[":id"].$delete({ param: { id: event._id }, header: { email } })),
    finish,
    // It was deleted in another tab, which is the wanted result.
    (error) => (isRefusal(error, "not_found") ? finish() : toast("error", say("manage.delete.failed"))),
  );
  function finish() {
    onDeleted(event);
    onClose();
    notice({ title: say("manage.delete.done"), text: say("manage.delete.done_text") });
  }

  return (
    <Confirm
      title={say("manage.delete.title")}
      yes={say(busy ? "manage.delete.deleting" : "manage.delete.confirm")}
      no={say("cancel.keep")}
      busy={busy}
      onYes={run}
      onClose={onClose}
    >
      <p className="mt-2 text-lg">{say("manage.delete.text")}</p>
      {isTold && (
        <>
          <p role="status" className="mt-2 min-h-12">
            {count !== null &&
              (count > 0
                ? say("manage.delete.told", { count })
                : say(people.length > 0 ? "manage.tell.no_mail" : "manage.delete.nobody"))}
          </p>
          {/* The phone numbers of these people are deleted with the event. */}
          <ToCall people={people} />
        </>
      )}
      <p dir="auto" className="mt-3 rounded-field bg-base-200 px-4 py-3 font-semibold break-words">
        {event.title}
      </p>
    </Confirm>
  );
}
