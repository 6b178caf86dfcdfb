import type { ServerResponse } from "node:http";

/** The clients that wait for an answer; `gone` is aborted once none of them waits anymore. */
export type Audience = ReturnType<typeof audienceOf>;

/** Starts with the caller who gets this response; others join later. */
export function audienceOf(first: ServerResponse) {
  const controller = new AbortController();
  let waiting = 0;
  const join = (outgoing: ServerResponse): void => {
    waiting++;
    outgoing.once("close", () => {
      waiting--;
      if (waiting === 0 && !outgoing.writableFinished) controller.abort();
    });
  };
  join(first);
  return { gone: controller.signal, join };
}
