import { createRoute } from "@hono/zod-openapi";
import { EventNumbers as EventNumbersShape } from "#domain/events/shapes.ts";
import type { WatchNumbers } from "#domain/ports.ts";
import { idParam, named, refusals, resource } from "./openapi.ts";

const EventNumbers = named(EventNumbersShape, "EventNumbers");

const watch = createRoute({
  operationId: "watchNumbers",
  summary: "Follow an event's numbers as they change, as server-sent events",
  method: "get",
  path: "/events/{id}/live",
  request: { params: idParam },
  responses: {
    200: {
      description:
        "An event `numbers` at once and with each change, its data as JSON; `gone`, the last, when the event is deleted",
      content: { "text/event-stream": { schema: EventNumbers } },
    },
    ...refusals("not_found", "too_many_viewers"),
  },
});

/** What open event pages listen to, so that none has to ask again and again. */
export const liveNumbers = (watchNumbers: WatchNumbers) =>
  resource().openapi(watch, async (c) => {
    const stream = await watchNumbers(c.req.valid("param").id, c.env.address);
    if (c.req.raw.method !== "HEAD") return c.body(stream, 200, headers);
    // Who asks for the headers only does not read on.
    await stream.cancel();
    return c.body(null, 200, headers);
  });

const headers = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  // Proxies collect what they pass on, unless they are told not to.
  "X-Accel-Buffering": "no",
};
