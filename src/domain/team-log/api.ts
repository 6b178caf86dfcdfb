import { listCommunityActions, listEventActions } from "./queries.ts";
import { LogEntry as LogEntryShape, LogFilter } from "./shapes.ts";
import { call, idParam, named, page, pageHeaders, refusals, resource, signedIn } from "#api/openapi.ts";

const LogEntry = named(LogEntryShape, "LogEntry");

const ofEvent = call({
  operationId: "listEventActions",
  summary: "List what the organizers of an event did, latest first, if you are one of them",
  method: "get",
  path: "/events/{id}/log",
  security: signedIn,
  request: { params: idParam, query: LogFilter },
  responses: { 200: page(LogEntry, "A page of the entries"), ...refusals("not_yours", "not_found") },
});

const ofCommunity = call({
  operationId: "listCommunityActions",
  summary: "List what the organizers of a community did there and at its events, latest first, if you are one of them",
  method: "get",
  path: "/communities/{id}/log",
  security: signedIn,
  request: { params: idParam, query: LogFilter },
  responses: { 200: page(LogEntry, "A page of the entries"), ...refusals("not_yours", "not_found") },
});

/** The calls about who did what. */
export const teamLog = resource()
  .openapi(ofEvent, async (c) => {
    const found = await listEventActions(c.var.context, c.req.valid("param").id, c.req.valid("query"));
    return c.json(found.rows, 200, pageHeaders(c.req.url, found));
  })
  .openapi(ofCommunity, async (c) => {
    const found = await listCommunityActions(c.var.context, c.req.valid("param").id, c.req.valid("query"));
    return c.json(found.rows, 200, pageHeaders(c.req.url, found));
  });
