import type { LinkedRegistration } from "#domain/registrations/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";

import { WhenAndWhere } from "./when-and-where.tsx";

/** An event on the background of its type, as on its poster, on the page of a mail's link. */
export function EventGround({ event }: Pick<LinkedRegistration, "event">) {
  return (
    <section data-hue={event.eventType} className="next-up">
      <div className="next-words">
        <h2 dir="auto" className="mb-2 text-xl break-words">
          {event.title}
        </h2>
        <WhenAndWhere span={spanOf(event)} location={event.location} />
      </div>
    </section>
  );
}
