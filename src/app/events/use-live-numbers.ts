import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

import type { Event, EventNumbers } from "#domain/events/shapes.ts";

/**
 * An event with its numbers as they are now: the same object until one of them changes. It listens while `on` and the page
 * can be seen, and first of all hears what it has missed; where it cannot, the numbers stay as they were loaded. When the
 * event is canceled or gone, the page is loaded again.
 */
export function useLiveNumbers(event: Event, on: boolean): Event {
  const { revalidate } = useRevalidator();
  const [live, setLive] = useState({ of: event, now: event });

  // For an event that was loaded again it listens again, so that of two answers the later always counts.
  useEffect(() => {
    if (!on) return undefined;
    let ended = false;
    let end = () => {};
    // It comes after everything that one sees and presses.
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

const isSame = (event: Event, numbers: EventNumbers) =>
  (Object.keys(numbers) as (keyof EventNumbers)[]).every((name) => event[name] === numbers[name]);
