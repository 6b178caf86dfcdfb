import { useState } from "react";

import { descriptionMax, eventTypes, titleMax } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { CountedField } from "../ui/counted-field.tsx";
import { FieldFrame } from "../ui/field.tsx";
import type { EventDraft, EventFormValues } from "./event-form.ts";
import { LocationField } from "./location-field.tsx";
import { PictureField } from "./picture-field.tsx";
import { WhenField } from "./when-field.tsx";

/** The names of the fields in the dialog 'Edit Event', those of its mail included. */
const quickNames: readonly string[] = [
  "title",
  "eventType",
  "location",
  "town",
  "point",
  "eventDate",
  "eventTime",
  "thumbnailUrl",
  "description",
  "quiet",
  "note",
];

/** True if a draft changes nothing that these fields do not show. */
export const isQuick = (draft: EventDraft, before: EventFormValues): boolean =>
  Object.entries(draft).every(
    ([name, text]) => quickNames.includes(name) || text === (before[name as keyof EventFormValues] ?? ""),
  );

/** The fields of the dialog 'Edit Event' (specification 2 'Manage Events'). */
export function QuickFields({ initial, timeZone }: { initial: EventDraft; timeZone: string }) {
  const [type, setType] = useState(initial.eventType);
  return (
    <>
      <CountedField
        name="title"
        label={say("form.title")}
        max={titleMax}
        full={say("rule.title.too_long")}
        placeholder={say("form.title.placeholder")}
        initial={initial.title ?? ""}
        required
        whenMissing={say("rule.title.required")}
      />
      <FieldFrame name="eventType" label={say("form.type")}>
        {(control) => (
          <select
            {...control}
            required
            defaultValue={initial.eventType}
            className="select"
            onChange={({ target }) => setType(target.value)}
          >
            {eventTypes.map((each) => (
              <option key={each} value={each}>
                {say(`event_type.${each}`)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <LocationField initial={initial} isBrief />
      <WhenField initial={initial} timeZone={timeZone} isBrief />
      <PictureField
        name="thumbnailUrl"
        label={say("form.thumbnail")}
        initial={initial.thumbnailUrl ?? ""}
        type={eventTypes.find((each) => each === type)}
        required={false}
        isBrief
      />
      <CountedField
        name="description"
        label={say("form.description")}
        max={descriptionMax}
        full={say("rule.description.too_long")}
        placeholder={say("form.description.placeholder")}
        initial={initial.description ?? ""}
        whenMissing={say("rule.description.required")}
        multiline
        rows={2}
      />
    </>
  );
}
