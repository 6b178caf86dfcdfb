import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";

/** Says above the rest of the page that an event is canceled, and why. */
export function CancelledBanner({ event }: { event: Event }) {
  return (
    <section aria-labelledby="cancelled" className="flex gap-4 rounded-box border-2 border-error bg-base-100 p-5">
      <Icon name="calendar-x" className="mt-0.5 size-7 text-error" />
      <div className="min-w-0">
        <h2 id="cancelled" className="text-xl text-error">
          {say("event.cancelled")}
        </h2>
        {event.cancelReason && (
          <>
            <p className="quiet mt-1">{say("event.cancelled.reason", { organizer: event.organizer })}</p>
            <p dir="auto" className="max-w-[70ch] text-lg break-words whitespace-pre-line">
              {event.cancelReason}
            </p>
          </>
        )}
      </div>
    </section>
  );
}
