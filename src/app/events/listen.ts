import type { EventNumbers } from "#domain/events/shapes.ts";

/** The time for which a hidden page keeps listening, in milliseconds: people often come back from another tab soon. */
const hiddenMax = 5_000;
/** The wait after a refusal, in milliseconds: after a refusal, the browser does not retry by itself. */
const refusedPause = 30_000;
/**
 * The interval of checks for a jump of the clock, in milliseconds. A jump means that the machine was asleep, and the
 * connection may have died unnoticed.
 */
const lookEvery = 5_000;

type Heard = { numbers: (now: EventNumbers) => void; gone: () => void };

/**
 * Listens to an event's numbers while the page is visible. The first message brings what the page has missed.
 * @returns a function that ends it
 */
export function listen(eventId: string, heard: Heard): () => void {
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
    source = new EventSource(`/api/events/${eventId}/live`);
    source.addEventListener("numbers", ({ data }: MessageEvent<string>) =>
      heard.numbers(JSON.parse(data) as EventNumbers),
    );
    source.addEventListener("gone", () => {
      close();
      heard.gone();
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
}
