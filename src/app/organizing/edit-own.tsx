import { lazy, Suspense, useState } from "react";
import { useRevalidator } from "react-router";

import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import { openPart } from "../ui/open-part.ts";

const loadDialog = () => import("./edit-event.tsx");
const EditEvent = lazy(loadDialog);

/** The edit button on an organizer's own event page. It opens the dialog of 'Manage Events'. */
export function EditOwn({ event, email }: { event: Event; email: string }) {
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" onClick={() => openPart(loadDialog, () => setOpen(true))}>
        <Icon name="pencil" />
        <span>{say("event.own.edit")}</span>
      </button>
      {isOpen && (
        <Suspense>
          <EditEvent
            event={event}
            email={email}
            onChanged={() => void revalidate()}
            onSeriesChanged={() => void revalidate()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
