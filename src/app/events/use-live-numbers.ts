import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

import type { Event, EventNumbers } from "#domain/events/shapes.ts";

/** How long a page that nobody sees goes on listening, in milliseconds: people come back from another tab soon. */
const hiddenMax = 5_000;
/** How long to wait when the server has refused, which the browser then does not try again by itself. */
const refusedPause = 30_000;
/** How often we look whether the clock has jumped: then the machine slept, and a connection may be dead without knowing. */
const lookEvery = 5_000;

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
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let looked = Date.now();

    const close = () => {
      clearTimeout(timer);
      source?.close();
      source = undefined;
    };
    const open = () => {
      clearTimeout(timer);
      if (source || document.hidden || !navigator.onLine) return;
      source = new EventSource(`/api/events/${event._id}/live`);
      source.addEventListener("numbers", ({ data }: MessageEvent<string>) => {
        const numbers = JSON.parse(data) as EventNumbers;
        if (numbers.status !== event.status) return void revalidate();
        setLive((last) => {
          const shown = last.of === event ? last.now : event;
          return isSame(shown, numbers) ? last : { of: event, now: { ...event, ...numbers } };
        });
      });
      source.addEventListener("gone", () => {
        close();
        void revalidate();
      });
      source.addEventListener("error", () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        close();
        timer = setTimeout(open, refusedPause);
      });
    };
    const onVisibility = () => {
      if (document.hidden) timer = setTimeout(close, hiddenMax);
      else open();
    };
    const look = setInterval(() => {
      if (Date.now() - looked > 3 * lookEvery) {
        close();
        open();
      }
      looked = Date.now();
    }, lookEvery);

    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("visibilitychange", onVisibility, { signal });
    for (const name of ["online", "pageshow"]) addEventListener(name, open, { signal });
    for (const name of ["offline", "pagehide"]) addEventListener(name, close, { signal });
    open();
    return () => {
      listening.abort();
      clearInterval(look);
      close();
    };
  }, [event, on, revalidate]);

  return live.of === event ? live.now : event;
}

const isSame = (event: Event, numbers: EventNumbers) =>
  (Object.keys(numbers) as (keyof EventNumbers)[]).every((name) => event[name] === numbers[name]);
