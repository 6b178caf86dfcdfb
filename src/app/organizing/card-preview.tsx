import { eventTypes, wallClockIn } from "#domain/events/rules.ts";
import { capacityOf } from "#domain/organizing/rules.ts";
import { isPictureAddress } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { useSettled } from "../ui/use-settled.ts";
import { EventCard } from "../events/event-card.tsx";
import type { EventDraft } from "./event-form.ts";
import { typedSpan } from "./event-span.ts";

import style from "./card-preview.css?url";

type CardPreviewProps = { values: EventDraft; timeZone: string; user: SessionUser };

/**
 * The card of the event being typed, as readers will see it. Examples stand in for what is missing, paler than the
 * typed words.
 */
export function CardPreview({ values, timeZone: browsersZone, user }: CardPreviewProps) {
  const { title, eventType, location, thumbnailUrl = "", description } = values;
  const address = useSettled(thumbnailUrl.trim());
  const day = values.eventDate || wallClockIn(inAWeek(), browsersZone).date;
  const { begin, end, zone } = typedSpan({ eventTime: "09:00", ...values, eventDate: day }, browsersZone);
  const moment = begin ?? inAWeek();
  const untyped = (["title", "eventType", "eventDate", "location", "description"] as const).filter(
    (name) => !values[name],
  );
  return (
    <section aria-label={say("create.preview")} className="hidden flex-col gap-2 lg:flex">
      <h2 className="text-lg">{say("create.preview")}</h2>
      {/* Only members on a desktop see it, so it is not among the files that a page loads first. */}
      <link rel="stylesheet" href={style} />
      <div inert className="card-place" data-untyped={untyped.join(" ")}>
        <EventCard
          heading="h3"
          event={{
            _id: "",
            title: title || say("create.preview.title"),
            eventType: eventTypes.find((type) => type === eventType) ?? "cleanup",
            location: location || say("create.preview.location"),
            eventDate: moment.toISOString(),
            eventEnd: (end && end > moment ? end : moment).toISOString(),
            timeZone: zone,
            thumbnailUrl: isPictureAddress(address) ? address : null,
            description: description || say("form.description.placeholder"),
            email: user.email,
            organizer: user.displayName,
            organizerPhoto: user.photoURL,
            participant: 0,
            day: "",
            isUnderWay: false,
            startsToday: false,
            away: null,
            left: values.maxParticipant ? capacityOf(values.maxParticipant) : null,
          }}
        />
      </div>
    </section>
  );
}

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000);
