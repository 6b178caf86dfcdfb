import { z } from "@hono/zod-openapi";
import type { Context as Call } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Failure } from "../failure.ts";
import { importEvent, updateImported } from "./commands.ts";
import { findEventsAt, findEventsIn } from "./queries.ts";
import { importBytesMax } from "./rules.ts";
import {
  FoundEvents as FoundEventsShape,
  ImportAddress,
  ImportFile,
  ImportInput,
  ImportUpdate,
  ImportUpdated,
} from "./shapes.ts";
import { EventCreated } from "../organizing/shapes.ts";
import type { EventImporter, LimitAttempts } from "../ports.ts";
import { answer, body, call, idParam, named, refusals, resource, signedIn } from "#api/openapi.ts";

const FoundEvents = named(FoundEventsShape, "FoundEvents");
const path = "/imports/file";

/** True for the one call here whose body is a file. */
export const isImportFile = ({ req }: Call) => req.method === "POST" && req.path.endsWith(path);

const found = {
  200: answer(FoundEvents, "The upcoming events to choose from"),
  ...refusals("email_unconfirmed", "too_many_imports"),
  ...refusals("import_unreadable", "import_too_large", "imports_busy"),
};

const findAt = call({
  operationId: "findEventsAt",
  summary: "Find events at an address: a calendar (.ics), or a page with JSON-LD. Nothing is stored",
  method: "post",
  path: "/imports/address",
  security: signedIn,
  request: { body: body(ImportAddress) },
  responses: {
    ...found,
    ...refusals("import_too_large", "import_address"),
    ...refusals("import_off", "import_unreachable"),
  },
});

const findIn = call({
  operationId: "findEventsIn",
  summary: "Find events in a file: a calendar (.ics), or a page with JSON-LD. Nothing is stored",
  method: "post",
  path,
  security: signedIn,
  request: {
    query: ImportFile,
    body: {
      required: true,
      description: "The file itself, of at most 2 MB",
      content: { "text/*": { schema: z.string() } },
    },
  },
  responses: found,
});

const take = call({
  operationId: "importEvent",
  summary: "Create an event of your own from a found one",
  method: "post",
  path: "/imports/events",
  security: signedIn,
  request: { body: body(ImportInput) },
  responses: {
    200: answer(EventCreated, "The id of the new event"),
    ...refusals("not_yours", "not_found", "email_unconfirmed", "already_imported", "taken_down"),
    ...refusals("too_many_events"),
  },
});

const update = call({
  operationId: "updateImported",
  summary: "Update an event that you have imported from its source; your own changes stay",
  method: "put",
  path: "/imports/events/{id}",
  security: signedIn,
  request: { params: idParam, body: body(ImportUpdate) },
  responses: {
    200: answer(ImportUpdated, "The changed parts, and those that keep your changes"),
    ...refusals("not_yours", "email_unconfirmed", "under_review", "not_found"),
    ...refusals("event_cancelled"),
  },
});

const fileBody = bodyLimit({
  maxSize: importBytesMax,
  onError: () => {
    throw new Failure("import_too_large");
  },
});

/** The calls for events from elsewhere, which the specification does not have. */
export const imports = (importer: EventImporter, limitAttempts: LimitAttempts, looksFirst = false) => {
  const calls = resource();
  calls.on("POST", path, fileBody);
  return calls
    .openapi(findAt, async (c) => {
      const ctx = { ...c.var.context, limitAttempts, importer };
      return c.json(await findEventsAt(ctx, c.req.valid("json")), 200);
    })
    .openapi(findIn, async (c) => {
      const ctx = { ...c.var.context, limitAttempts, importer };
      const read = async () => new Uint8Array(await c.req.arrayBuffer());
      return c.json(await findEventsIn(ctx, read, c.req.valid("query")), 200);
    })
    .openapi(take, async (c) => {
      const ctx = { ...c.var.context, limitAttempts, looksFirst };
      return c.json(await importEvent(ctx, c.req.valid("json")), 200);
    })
    .openapi(update, async (c) =>
      c.json(await updateImported(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    );
};
