import { z } from "@hono/zod-openapi";
import { listPins } from "./pins.ts";
import { getEvent, listEvents, listMyEvents } from "./queries.ts";
import {
  Event as EventShape,
  EventFilter,
  EventPins as EventPinsShape,
  FeedFilter,
  EventNumbers as EventNumbersShape,
  MyEvent as MyEventShape,
  MyEventsFilter,
} from "./shapes.ts";
import { cancelEvent, createEvent, deleteEvent, publishEvent, updateEvent } from "../organizing/commands.ts";
import {
  CancelInput,
  EventChanged,
  EventUpdated,
  EventUpdate,
  EventCreated,
  EventDeleted,
  EventInput,
} from "../organizing/shapes.ts";
import type { LimitAttempts, WatchNumbers } from "../ports.ts";
import {
  answer,
  body,
  call,
  emailHeader,
  idParam,
  named,
  page,
  pageHeaders,
  refusals,
  resource,
  signedIn,
} from "#api/openapi.ts";
import { forEveryone } from "#api/requests.ts";

const Event = named(EventShape, "Event");
const MyEvent = named(MyEventShape, "MyEvent");
const EventPins = named(EventPinsShape, "EventPins");
const EventNumbers = named(EventNumbersShape, "EventNumbers");

const list = call({
  operationId: "listEvents",
  summary: "List the events that match a filter, soonest or nearest first",
  method: "get",
  path: "/events",
  request: { query: EventFilter },
  responses: { 200: page(Event, "A page of the matching events"), ...refusals("invalid") },
});

const pins = call({
  operationId: "listPins",
  summary: "Read the soonest matching events with a point, for a map",
  method: "get",
  path: "/events/pins",
  request: { query: FeedFilter },
  responses: { 200: answer(EventPins, "At most 1,000 events"), ...refusals("invalid") },
});

const view = call({
  operationId: "getEvent",
  summary: "Read one event",
  method: "get",
  path: "/view-event/{id}",
  request: { params: idParam },
  responses: { 200: answer(Event, "The event"), ...refusals("not_found", "under_review") },
});

const add = call({
  operationId: "createEvent",
  summary: "Create an event of your own, or of a community that you organize",
  method: "post",
  path: "/add-event",
  security: signedIn,
  request: { body: body(EventInput) },
  responses: {
    200: answer(EventCreated, "The id of the new event"),
    ...refusals("not_yours", "not_found", "taken_down", "too_many_events"),
  },
});

const change = call({
  operationId: "updateEvent",
  summary:
    "Change one of your own events; missing fields stay unchanged, and people who joined get a mail about the changes",
  method: "patch",
  path: "/events/{id}",
  security: signedIn,
  request: { params: idParam, headers: emailHeader, body: body(EventUpdate) },
  responses: {
    200: answer(EventUpdated, "The number of changed events: 1"),
    ...refusals("not_yours", "not_found", "under_review", "event_cancelled", "taken_down"),
  },
});

const publish = call({
  operationId: "publishEvent",
  summary: "Publish one of your own drafts, once your address is confirmed",
  method: "post",
  path: "/events/{id}/publish",
  security: signedIn,
  request: { params: idParam },
  responses: {
    200: answer(EventChanged, "The number of published events: 1"),
    ...refusals("not_yours", "email_unconfirmed", "not_found", "under_review"),
  },
});

const cancel = call({
  operationId: "cancelEvent",
  summary: "Cancel one of your own events: its page stays up with the reason, and registered people get a mail",
  method: "post",
  path: "/events/{id}/cancel",
  security: signedIn,
  request: { params: idParam, body: body(CancelInput) },
  responses: {
    200: answer(EventChanged, "The number of canceled events: 1"),
    ...refusals("not_yours", "not_found"),
    ...refusals("event_cancelled", "event_over"),
  },
});

const remove = call({
  operationId: "deleteEvent",
  summary: "Delete one of your own events, with all of its registrations",
  method: "delete",
  path: "/events/{id}",
  security: signedIn,
  request: { params: idParam, headers: emailHeader },
  responses: {
    200: answer(EventDeleted, "The number of deleted events: 1"),
    ...refusals("not_yours", "not_found"),
  },
});

const myPage = page(MyEvent, "A page of the events that you organize, alone or with others");
const ownCount = {
  "X-Own-Count": z.string().openapi({ description: "The number of all rows that are your own events" }),
};

const mine = call({
  operationId: "listMyEvents",
  summary: "List the events that you organize, alone or with others, newest first or upcoming ones first",
  method: "get",
  path: "/myEvents",
  security: signedIn,
  request: { query: MyEventsFilter },
  responses: { 200: { ...myPage, headers: myPage.headers.extend(ownCount) }, ...refusals("not_yours") },
});

const watch = call({
  operationId: "watchNumbers",
  summary: "Follow an event's numbers as they change, as server-sent events",
  method: "get",
  path: "/events/{id}/live",
  request: { params: idParam },
  responses: {
    200: {
      description:
        "A `numbers` event at once and after each change, with JSON as its data; finally `gone`, if the event is deleted",
      content: { "text/event-stream": { schema: EventNumbers } },
    },
    ...refusals("not_found", "too_many_viewers"),
  },
});

/**
 * Specification 7: the calls about events, and the stream that open event pages listen to, so that they need not poll.
 */
export const events = (watchNumbers: WatchNumbers, limitAttempts: LimitAttempts, looksFirst = false) =>
  resource()
    .openapi(list, async (c) => {
      const found = await listEvents(c.var.context, c.req.valid("query"));
      return c.json(found.rows, 200, { ...pageHeaders(c.req.url, found), ...forEveryone(c) });
    })
    .openapi(pins, async (c) => c.json(await listPins(c.var.context, c.req.valid("query")), 200, forEveryone(c)))
    .openapi(view, async (c) => {
      const event = await getEvent(c.var.context, c.req.valid("param").id);
      return c.json(event, 200, forEveryone(c, event._id, "members", "communities"));
    })
    .openapi(add, async (c) => {
      const ctx = { ...c.var.context, limitAttempts, looksFirst };
      return c.json(await createEvent(ctx, c.req.valid("json")), 200);
    })
    .openapi(change, async (c) => {
      const changes = { ...c.req.valid("json"), email: c.req.valid("header").email };
      return c.json(await updateEvent(c.var.context, c.req.valid("param").id, changes), 200);
    })
    .openapi(publish, async (c) => c.json(await publishEvent(c.var.context, c.req.valid("param").id), 200))
    .openapi(cancel, async (c) =>
      c.json(await cancelEvent(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(remove, async (c) =>
      c.json(await deleteEvent(c.var.context, c.req.valid("param").id, c.req.valid("header")), 200),
    )
    .openapi(mine, async (c) => {
      const found = await listMyEvents(c.var.context, c.req.valid("query"));
      const headers = { ...pageHeaders(c.req.url, found), "X-Own-Count": String(found.own) };
      return c.json(found.rows, 200, headers);
    })
    .openapi(watch, async (c) => {
      const stream = await watchNumbers(c.req.valid("param").id, c.env.address);
      if (c.req.raw.method !== "HEAD") return c.body(stream, 200, streamed);
      // A HEAD request reads no more of the stream.
      await stream.cancel();
      return c.body(null, 200, streamed);
    });

const streamed = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  // Proxies buffer answers unless they are told not to.
  "X-Accel-Buffering": "no",
};
