import { useState } from "react";

import { wallClockIn } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { EventPicture, sceneNamed, sceneOf, skyOf } from "./event-picture.tsx";

import "./event-scene.css";

/**
 * The picture of an event's page. Our drawings show the light of the hour at which the event begins; in the dark theme,
 * a glow at the horizon. Photos are shown as they are.
 */
export function EventScene({ event, children }: { event: Event; children?: React.ReactNode }) {
  const origin = useSiteSettings()?.origin ?? "";
  const [failed, setFailed] = useState(false);
  const { eventType, thumbnailUrl, eventDate, timeZone } = event;
  const shown = (!failed && thumbnailUrl) || sceneOf(eventType);
  const scene = sceneNamed(shown, origin);
  const isByDay = scene && skyOf(scene) !== "night";
  return (
    <div className="scene" data-light={isByDay ? lightAt(wallClockIn(new Date(eventDate), timeZone).time) : undefined}>
      <EventPicture type={eventType} url={thumbnailUrl} first onFail={() => setFailed(true)} className="h-full" />
      {children}
    </div>
  );
}

/** The light at a time of day, such as '09:30'. */
const lightAt = (time: string) => (time < "10:00" ? "dawn" : time < "16:00" ? "noon" : "dusk");
