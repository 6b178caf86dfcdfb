import { useState } from "react";

import { wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { EventPicture, sceneOf } from "./event-picture.tsx";

/** What kind of sky our drawings have, where it is not a day's: none, in rooms and stalls, or a night's. */
const skies: Readonly<Record<string, "no" | "night">> = {
  donation: "no",
  "donation-2": "no",
  "donation-3": "no",
  education: "no",
  "education-3": "no",
  "healthcare-2": "no",
  food: "no",
  "food-2": "no",
  awareness: "night",
};

/**
 * The picture of an event's page. A drawing of ours stands in the light of the hour at which the event begins, and in the
 * dark theme its lamps are lit instead; a photo is shown as it is.
 */
export function EventScene({ event, children }: { event: Event; children?: React.ReactNode }) {
  const origin = useSiteSettings()?.origin ?? "";
  const [failed, setFailed] = useState(false);
  const { eventType, thumbnailUrl, eventDate, timeZone } = event;
  const shown = (!failed && thumbnailUrl) || sceneOf(eventType);
  const [, scene] =
    /^\/scenes\/((?:cleanup|plantation|donation|education|healthcare|food|awareness)(?:-\d)?)\.svg$/.exec(
      shown.replace(origin, ""),
    ) ?? [];
  return (
    <div
      className="scene"
      data-light={scene && lightAt(wallClockIn(new Date(eventDate), timeZone).time)}
      data-sky={scene && skies[scene]}
    >
      <EventPicture type={eventType} url={thumbnailUrl} first onFail={() => setFailed(true)} className="h-full" />
      {scene && (
        <div className="lamps" style={{ "--lamps": `url(/scenes/${scene}-lights.svg)` } as React.CSSProperties} />
      )}
      {children}
    </div>
  );
}

/** The light at a time of the day, such as '09:30'. */
const lightAt = (time: string) => (time < "10:00" ? "dawn" : time < "16:00" ? "noon" : "dusk");
