import { lazy, Suspense, useState } from "react";
import { useRevalidator } from "react-router";

import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/events-page.ts";

import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";

const loadDialog = () => import("./edit-event.tsx");
const EditEvent = lazy(loadDialog);

/** On their own event's page, an organizer's way to change it, in the dialog that 'Manage Events' has. */
export function EditOwn({ event, email }: { event: Event; email: string }) {
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  /** Once its code is there: without a network the page stays, and it is said why nothing opens. */
  const open = () =>
    loadDialog().then(
      () => setOpen(true),
      () => void toast("error", say("network.failed")),
    );
  return (
    <>
      <button type="button" className="btn max-sm:w-full print:hidden" onClick={() => void open()}>
        <Icon name="pencil" />
        {say("event.own.edit")}
      </button>
      {isOpen && (
        <Suspense>
          <EditEvent event={event} email={email} onChanged={() => void revalidate()} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
