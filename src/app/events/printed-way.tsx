import { eventPath } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { useSiteSettings } from "../session/site-settings.ts";

/** Ends the printed page, which is a poster, with the event's address as a QR code and as text. */
export function PrintedWay({ event }: { event: Event }) {
  const origin = useSiteSettings()?.origin ?? "";
  const path = eventPath(event._id);
  return (
    <section className="order-last hidden items-center gap-6 border-t-2 border-black pt-6 print:flex">
      <img src={`${path}/qr.svg`} alt="" width={160} height={160} fetchPriority="low" className="size-40" />
      <p className="text-lg">
        <span className="block font-semibold">{say("event.poster")}</span>
        <span className="block break-all">{origin + path}</span>
      </p>
    </section>
  );
}
