import { lazy, Suspense, useCallback, useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { useAnswer } from "../session/use-answer.ts";
import { Icon } from "../ui/icon.tsx";
import { openPart } from "../ui/open-part.ts";
import { peopleToTell } from "./people-in-words.ts";
import { fetchTellable } from "./tellable.ts";

// The lazily loaded sheet brings no styles of its own.
import "../ui/dialog-foot.css";

const load = () => import("./tell-people.tsx");
const TellPeople = lazy(load);

/** Offers, after an event was run again, to tell people: '15 who came and 6 who waited'. It opens the sheet. */
export function TellLine({ event }: { event: Pick<Event, "_id" | "title" | "eventDate" | "timeZone"> }) {
  const { _id: id } = event;
  const { asked } = useAnswer(useCallback(() => fetchTellable(id), [id]));
  const [isOpen, setOpen] = useState(false);
  const [isTold, setTold] = useState(false);
  if (isTold || asked.status !== "there") return null;
  const { came, waited } = asked.answer;
  if (came + waited === 0) return null;
  return (
    <>
      <button type="button" className="btn w-full" onClick={() => openPart(load, () => setOpen(true))}>
        <Icon name="mail" className="size-5" />
        {say("tell.submit", { people: peopleToTell(asked.answer, ["came", "waited"]) })}
      </button>
      {isOpen && (
        <Suspense>
          <TellPeople event={event} onTold={() => setTold(true)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
