import { z } from "@hono/zod-openapi";
import type { LinkSigner } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { becomeByLink, getLinkedRegular, pauseByLink, skipByLink, stopByLink, unskipByLink } from "./action-links.ts";
import {
  becomeRegular,
  endPause,
  pauseRegular,
  putRegularOfferAway,
  skipDate,
  stopRegular,
  unskipDate,
} from "./commands.ts";
import { endRegularOf, makeRegular } from "./naming.ts";
import { getOwnRegular, listRegulars } from "./queries.ts";
import {
  LinkedRegular,
  OwnRegular,
  PauseInput,
  RegularInput,
  RegularMade,
  Regulars,
  RegularsFilter,
} from "./shapes.ts";
import { answer, body, call, linkParam, refusals, resource, signedIn } from "#api/openapi.ts";

const seriesId = z.string().openapi({ description: "The id of the series" });
const ofSeries = { security: signedIn, request: { params: z.object({ id: seriesId }) } };
const dateParams = z.object({
  id: seriesId,
  eventId: z.string().openapi({ description: "The `_id` of one of its events" }),
});
const personParams = z.object({ id: seriesId, regularId: z.string().openapi({ description: "The regular's `_id`" }) });
const byLink = { request: { params: linkParam } };
const done = answer(Acknowledged, "Done");

const getOwn = call({
  operationId: "getOwnRegular",
  summary: "Ask whether you come to each date of a series, and whether you can",
  method: "get",
  path: "/series/{id}/regular",
  ...ofSeries,
  responses: { 200: answer(OwnRegular, "You and its dates"), ...refusals("not_found") },
});

const become = call({
  operationId: "becomeRegular",
  summary: "Come to each date of a series unless you say no: you are registered for all of them, as there are spots",
  method: "put",
  path: "/series/{id}/regular",
  ...ofSeries,
  responses: {
    200: done,
    ...refusals("not_found", "series_over", "not_yet_regular", "cannot_join", "regulars_full"),
  },
});

const stop = call({
  operationId: "stopRegular",
  summary: "Stop coming to each date of a series; you leave those to come",
  method: "delete",
  path: "/series/{id}/regular",
  ...ofSeries,
  responses: { 200: done, ...refusals("not_found") },
});

const putAway = call({
  operationId: "putRegularOfferAway",
  summary: "Do not offer to you again to come to each date of a series",
  method: "put",
  path: "/series/{id}/regular/offer-away",
  ...ofSeries,
  responses: { 200: done, ...refusals("not_found") },
});

const pause = call({
  operationId: "pauseRegular",
  summary: "Skip all dates of a series from one day to another, both included; it replaces an earlier pause",
  method: "put",
  path: "/series/{id}/regular/pause",
  ...ofSeries,
  request: { ...ofSeries.request, body: body(PauseInput) },
  responses: { 200: done, ...refusals("not_found") },
});

const resume = call({
  operationId: "endRegularPause",
  summary: "End your pause; you come again to its dates, as there are spots",
  method: "delete",
  path: "/series/{id}/regular/pause",
  ...ofSeries,
  responses: { 200: done, ...refusals("not_found") },
});

const ofDate = { security: signedIn, request: { params: dateParams } };

const skip = call({
  operationId: "skipDate",
  summary: "Say that you do not come to one date; somebody else can have your spot",
  method: "put",
  path: "/series/{id}/regular/skips/{eventId}",
  ...ofDate,
  responses: { 200: done, ...refusals("not_found", "event_over") },
});

const unskip = call({
  operationId: "unskipDate",
  summary: "Take that back: you get a spot if nobody else has it, or your earlier place on the waitlist",
  method: "delete",
  path: "/series/{id}/regular/skips/{eventId}",
  ...ofDate,
  responses: { 200: done, ...refusals("not_found", "event_over", "event_cancelled", "under_review") },
});

const list = call({
  operationId: "listRegulars",
  summary: "List who comes to each date of a series, with the figures of one date; for its organizers",
  method: "get",
  path: "/series/{id}/regulars",
  ...ofSeries,
  request: { ...ofSeries.request, query: RegularsFilter },
  responses: {
    200: answer(Regulars, "The people, in the order of becoming one"),
    ...refusals("not_found", "not_yours"),
  },
});

const make = call({
  operationId: "makeRegular",
  summary: "Register a person for each date of a series: somebody on the list of one, or a person by name",
  method: "post",
  path: "/series/{id}/regulars",
  ...ofSeries,
  request: { ...ofSeries.request, body: body(RegularInput) },
  responses: {
    200: answer(RegularMade, "They come to each date; a member is told by mail"),
    ...refusals("email_unconfirmed", "not_found", "not_yours"),
    ...refusals("series_over", "cannot_join", "regulars_full", "people_full"),
  },
});

const end = call({
  operationId: "endRegularOf",
  summary: "End that a person comes to each date of a series; they keep the dates for which they are registered",
  method: "delete",
  path: "/series/{id}/regulars/{regularId}",
  security: signedIn,
  request: { params: personParams },
  responses: { 200: done, ...refusals("not_found", "not_yours") },
});

const read = call({
  operationId: "getLinkedRegular",
  summary: "Read what a link of the weekly mail is about; works signed out",
  method: "get",
  path: "/regulars/{token}",
  ...byLink,
  responses: { 200: answer(LinkedRegular, "The series, and a date of it"), ...refusals("link_broken", "not_found") },
});

const skipLinked = call({
  operationId: "skipLinkedDate",
  summary: "Say that you do not come to the date of a link; works signed out",
  method: "put",
  path: "/regulars/{token}/skip",
  ...byLink,
  responses: { 200: done, ...refusals("link_broken", "not_found", "event_over") },
});

const unskipLinked = call({
  operationId: "unskipLinkedDate",
  summary: "Take that back; works signed out",
  method: "delete",
  path: "/regulars/{token}/skip",
  ...byLink,
  responses: {
    200: done,
    ...refusals("link_broken", "not_found", "event_over", "event_cancelled", "under_review"),
  },
});

const stopLinked = call({
  operationId: "stopLinkedRegular",
  summary: "Stop coming to each date of a link's series; works signed out",
  method: "delete",
  path: "/regulars/{token}",
  ...byLink,
  responses: { 200: done, ...refusals("link_broken", "not_found") },
});

const becomeLinked = call({
  operationId: "becomeLinkedRegular",
  summary: "Take that back: come to each date again; works signed out",
  method: "put",
  path: "/regulars/{token}",
  ...byLink,
  responses: {
    200: done,
    ...refusals("link_broken", "not_found", "series_over", "cannot_join", "regulars_full"),
  },
});

const pauseLinked = call({
  operationId: "pauseLinkedRegular",
  summary: "Skip all dates of a link's series from one day to another; works signed out",
  method: "put",
  path: "/regulars/{token}/pause",
  request: { params: linkParam, body: body(PauseInput) },
  responses: { 200: done, ...refusals("link_broken", "not_found") },
});

const resumeLinked = call({
  operationId: "endLinkedPause",
  summary: "End that pause; works signed out",
  method: "delete",
  path: "/regulars/{token}/pause",
  ...byLink,
  responses: { 200: done, ...refusals("link_broken", "not_found") },
});

/** The calls about people who come to each date of a series. Reading a link changes nothing. */
export const regulars = (links: LinkSigner) => {
  const idIn = ({ token }: { token: string }) => links.read("regular", token);
  return resource()
    .openapi(getOwn, async (c) => c.json(await getOwnRegular(c.var.context, c.req.valid("param").id), 200))
    .openapi(become, async (c) => c.json(await becomeRegular(c.var.context, c.req.valid("param").id), 200))
    .openapi(stop, async (c) => c.json(await stopRegular(c.var.context, c.req.valid("param").id), 200))
    .openapi(putAway, async (c) => c.json(await putRegularOfferAway(c.var.context, c.req.valid("param").id), 200))
    .openapi(pause, async (c) =>
      c.json(await pauseRegular(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(resume, async (c) => c.json(await endPause(c.var.context, c.req.valid("param").id), 200))
    .openapi(skip, async (c) => {
      const { id, eventId } = c.req.valid("param");
      return c.json(await skipDate(c.var.context, id, eventId), 200);
    })
    .openapi(unskip, async (c) => {
      const { id, eventId } = c.req.valid("param");
      return c.json(await unskipDate(c.var.context, id, eventId), 200);
    })
    .openapi(list, async (c) =>
      c.json(await listRegulars(c.var.context, c.req.valid("param").id, c.req.valid("query")), 200),
    )
    .openapi(make, async (c) =>
      c.json(await makeRegular(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(end, async (c) => {
      const { id, regularId } = c.req.valid("param");
      return c.json(await endRegularOf(c.var.context, id, regularId), 200);
    })
    .openapi(read, async (c) => c.json(await getLinkedRegular(c.var.context, idIn(c.req.valid("param"))), 200))
    .openapi(skipLinked, async (c) => c.json(await skipByLink(c.var.context, idIn(c.req.valid("param"))), 200))
    .openapi(unskipLinked, async (c) => c.json(await unskipByLink(c.var.context, idIn(c.req.valid("param"))), 200))
    .openapi(stopLinked, async (c) => c.json(await stopByLink(c.var.context, idIn(c.req.valid("param"))), 200))
    .openapi(becomeLinked, async (c) => c.json(await becomeByLink(c.var.context, idIn(c.req.valid("param"))), 200))
    .openapi(pauseLinked, async (c) =>
      c.json(await pauseByLink(c.var.context, idIn(c.req.valid("param")), c.req.valid("json")), 200),
    )
    .openapi(resumeLinked, async (c) =>
      c.json(await pauseByLink(c.var.context, idIn(c.req.valid("param")), null), 200),
    );
};
