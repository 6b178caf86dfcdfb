import type { LimitAttempts } from "../ports.ts";
import { createSeries } from "./commands.ts";
import { joinDates, leaveDates } from "./joining.ts";
import { getSeries, listOwnDates } from "./queries.ts";
import { endSeries, previewSeries, updateSeries } from "./saving.ts";
import {
  DatesJoin,
  DatesJoined,
  DatesLeave,
  DatesLeft,
  OwnDates,
  Series as SeriesShape,
  SeriesCreated,
  SeriesEnd,
  SeriesEnded,
  SeriesInput,
  SeriesPreview,
  SeriesUpdate,
  SeriesUpdated,
} from "./shapes.ts";
import { answer, body, call, idParam, named, refusals, resource, signedIn } from "#api/openapi.ts";

const Series = named(SeriesShape, "Series");

const create = call({
  operationId: "createSeries",
  summary: "Create an event that repeats: its rule, and its next dates, which are events",
  method: "post",
  path: "/series",
  security: signedIn,
  request: { body: body(SeriesInput) },
  responses: {
    200: answer(SeriesCreated, "The ids of the series and of its first date"),
    ...refusals("not_yours", "not_found", "taken_down", "too_many_events", "series_full"),
  },
});

const get = call({
  operationId: "getSeries",
  summary: "Get a series, with its dates that are not over",
  method: "get",
  path: "/series/{id}",
  security: [{}, ...signedIn],
  request: { params: idParam },
  responses: { 200: answer(Series, "The series"), ...refusals("not_found") },
});

const ofOrganizer = ["not_yours", "not_found", "series_over"] as const;

const preview = call({
  operationId: "previewSeries",
  summary: "Return what a change of a series would do, without doing it",
  method: "post",
  path: "/series/{id}/preview",
  security: signedIn,
  request: { params: idParam, body: body(SeriesUpdate) },
  responses: { 200: answer(SeriesPreview, "The consequences"), ...refusals(...ofOrganizer, "under_review") },
});

const update = call({
  operationId: "updateSeries",
  summary: "Change a series and its dates from one on, or all to come; each person gets one mail at most",
  method: "patch",
  path: "/series/{id}",
  security: signedIn,
  request: { params: idParam, body: body(SeriesUpdate) },
  responses: {
    200: answer(SeriesUpdated, "Done"),
    ...refusals(...ofOrganizer, "under_review", "dates_unfit", "taken_down"),
  },
});

const end = call({
  operationId: "endSeries",
  summary: "End a series: later dates without people go, those with people are canceled",
  method: "post",
  path: "/series/{id}/end",
  security: signedIn,
  request: { params: idParam, body: body(SeriesEnd) },
  responses: { 200: answer(SeriesEnded, "Done"), ...refusals(...ofOrganizer) },
});

const own = call({
  operationId: "listOwnDates",
  summary: "List the coming dates of a series at which you are registered, or busy elsewhere",
  method: "get",
  path: "/series/{id}/own",
  security: signedIn,
  request: { params: idParam },
  responses: { 200: answer(OwnDates, "Your dates"), ...refusals("not_found") },
});

const join = call({
  operationId: "joinDates",
  summary: "Join dates of a series, or the waitlists of full ones; one mail tells all",
  method: "post",
  path: "/series/{id}/join",
  security: signedIn,
  request: { params: idParam, body: body(DatesJoin) },
  responses: {
    200: answer(DatesJoined, "The result for each date"),
    ...refusals("not_found", "event_over", "event_cancelled", "under_review", "cannot_join"),
  },
});

const leave = call({
  operationId: "leaveDates",
  summary: "Leave dates of a series, or their waitlists; one mail tells all",
  method: "post",
  path: "/series/{id}/leave",
  security: signedIn,
  request: { params: idParam, body: body(DatesLeave) },
  responses: { 200: answer(DatesLeft, "Done"), ...refusals("not_found", "event_over") },
});

/** The calls about series. */
export const series = (limitAttempts: LimitAttempts, looksFirst = false) =>
  resource()
    .openapi(create, async (c) => {
      const ctx = { ...c.var.context, limitAttempts, looksFirst };
      return c.json(await createSeries(ctx, c.req.valid("json")), 200);
    })
    .openapi(get, async (c) => c.json(await getSeries(c.var.context, c.req.valid("param").id), 200))
    .openapi(own, async (c) => c.json(await listOwnDates(c.var.context, c.req.valid("param").id), 200))
    .openapi(join, async (c) =>
      c.json(await joinDates(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(leave, async (c) =>
      c.json(await leaveDates(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(preview, async (c) =>
      c.json(await previewSeries(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(update, async (c) =>
      c.json(await updateSeries(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(end, async (c) =>
      c.json(await endSeries(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    );
