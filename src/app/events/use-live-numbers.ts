import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

import type { Event, EventNumbers } from "#domain/events/shapes.ts";

/**
 * An event with its current numbers: the same object until one of them changes. Listens while `on` is true and the page
 * is visible, and starts with what it has missed. If it cannot listen, the numbers stay as loaded. It reloads the page
 * if the event is canceled or gone.
 */
export function useLiveNumbers(event: Event, on: boolean): Event {
  const { revalidate } = useRevalidator();
  const [live, setLive] = useState({ of: event, now: event });

  // A reloaded event starts a new connection, so that the later of two answers always counts.
  useEffect(() => {
    if (!on) return undefined;
    let ended = false;
    let end = () => {};
    // This loads after everything that the reader sees and presses.
    void import("./listen.ts").then(
      ({ listen }) =>
        !ended &&
        (end = listen(event._id, {
          numbers(numbers) {
            if (numbers.status !== event.status) return void revalidate();
            setLive((last) => {
              const shown = last.of === event ? last.now : event;
              return isSame(shown, numbers) ? last : { of: event, now: { ...event, ...numbers } };
            });
          },
          gone: () => void revalidate(),
        })),
      () => {},
    );
    return () => {
      ended = true;
      end();
    };
  }, [event, on, revalidate]);

  return live.of === event ? live.now : event;
}

// A server of another version may send fields that the page does not know; they are not a change.
const isSame = (event: Event, numbers: EventNumbers) =>
  (Object.keys(numbers) as (keyof EventNumbers)[]).every((name) => !(name in event) || event[name] === numbers[name]);
