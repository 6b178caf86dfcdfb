import { createRoute, z } from "@hono/zod-openapi";
import { giveOwnCodes, makeGateKey, markAtGate, openGate, revokeGateKey, syncGate } from "#domain/gates/commands.ts";
import { getGate, listGateKeys } from "#domain/gates/queries.ts";
import {
  Gate as GateShape,
  GateKeyInput,
  GateKeyMade,
  GateKeys,
  GateOpened,
  MarksAnswer,
  MarksInput,
  OpenInput,
  OwnCodes,
  Synced,
  SyncInput,
} from "#domain/gates/shapes.ts";
import type { LimitAttempts, LinkSigner } from "#domain/ports.ts";
import { Acknowledged } from "#domain/shapes.ts";
import { answer, body, named, refusals, resource, signedIn } from "./openapi.ts";

const Gate = named(GateShape, "Gate");

const eventParam = z.object({ eventId: z.string() });
const ofOrganizer = ["sign_in_required", "not_yours", "not_found"] as const;
const ofBody = ["invalid_json", "too_large", "invalid"] as const;

const listKeys = createRoute({
  operationId: "listGateKeys",
  summary: "List what opens the gate of an event of your own, latest first",
  method: "get",
  path: "/gates/{eventId}/keys",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(GateKeys, "The keys, also those that are revoked"), ...refusals(...ofOrganizer) },
});

const makeKey = createRoute({
  operationId: "makeGateKey",
  summary: "Make a key that opens the gate of an event of your own on a helper's phone, who needs no account",
  method: "post",
  path: "/gates/{eventId}/keys",
  security: signedIn,
  request: { params: eventParam, body: body(GateKeyInput) },
  responses: {
    200: answer(GateKeyMade, "Its address can be read again at any time"),
    ...refusals(...ofBody, ...ofOrganizer, "under_review", "event_cancelled", "event_over", "keys_full"),
  },
});

const revokeKey = createRoute({
  operationId: "revokeGateKey",
  summary: "Take a key back: what it opened reads nothing any more; repeating it changes nothing",
  method: "delete",
  path: "/gates/{eventId}/keys/{keyId}",
  security: signedIn,
  request: { params: eventParam.extend({ keyId: z.string() }) },
  responses: { 200: answer(Acknowledged, "It opens nothing"), ...refusals(...ofOrganizer) },
});

const open = createRoute({
  operationId: "openGate",
  summary: "Open a gate on a device by what stands after the # of a key's address",
  method: "post",
  path: "/gates/open",
  request: { body: body(OpenInput) },
  responses: {
    200: answer(GateOpened, "What the device shows from now on"),
    ...refusals(...ofBody, "link_broken", "key_revoked", "devices_full", "too_many_attempts"),
  },
});

const sync = createRoute({
  operationId: "syncGate",
  summary: "Send what a device marked, and read who is expected and what others marked",
  method: "post",
  path: "/gates/sync",
  security: [{ gate: [] }],
  request: { body: body(SyncInput) },
  responses: {
    200: answer(Synced, "What became of the marks, and what is new; nothing is read once the key is revoked"),
    ...refusals(...ofBody, "pass_unknown", "not_found"),
  },
});

const read = createRoute({
  operationId: "getGate",
  summary: "Read who is expected at an event of your own, and who is here; whoever has no code yet is given one",
  method: "get",
  path: "/gates/{eventId}",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(Gate, "Everybody, with their codes"), ...refusals(...ofOrganizer) },
});

const mark = createRoute({
  operationId: "markAtGate",
  summary: "Mark who came to an event of your own without a device at the gate, until a year after it",
  method: "post",
  path: "/gates/{eventId}/marks",
  security: signedIn,
  request: { params: eventParam, body: body(MarksInput) },
  responses: { 200: answer(MarksAnswer, "What became of the marks"), ...refusals(...ofBody, ...ofOrganizer) },
});

const ownCodes = createRoute({
  operationId: "giveOwnCodes",
  summary: "Get the codes by which you and the people you bring are found at an event's gate; they stay the same",
  method: "post",
  path: "/gates/{eventId}/codes",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(OwnCodes, "One for each person"), ...refusals("sign_in_required", "not_found") },
});

/** The calls of gates: of organizers about theirs, and of devices that a key opened one on, without an account. */
export const gates = (limitAttempts: LimitAttempts, links: LinkSigner) =>
  resource()
    .openapi(open, async (c) => {
      const ctx = { ...c.var.context, links, limitAttempts, from: c.env.address };
      return c.json(await openGate(ctx, c.req.valid("json")), 200);
    })
    .openapi(sync, async (c) => {
      const pass = /^Gate +(\S+) *$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
      return c.json(await syncGate({ ...c.var.context, links, pass }, c.req.valid("json")), 200);
    })
    .openapi(listKeys, async (c) =>
      c.json(await listGateKeys({ ...c.var.context, links }, c.req.valid("param").eventId), 200),
    )
    .openapi(makeKey, async (c) => {
      const { eventId } = c.req.valid("param");
      return c.json(await makeGateKey({ ...c.var.context, links }, eventId, c.req.valid("json")), 200);
    })
    .openapi(revokeKey, async (c) => {
      const { eventId, keyId } = c.req.valid("param");
      return c.json(await revokeGateKey(c.var.context, eventId, keyId), 200);
    })
    .openapi(read, async (c) => c.json(await getGate(c.var.context, c.req.valid("param").eventId), 200))
    .openapi(mark, async (c) =>
      c.json(await markAtGate(c.var.context, c.req.valid("param").eventId, c.req.valid("json")), 200),
    )
    .openapi(ownCodes, async (c) => c.json(await giveOwnCodes(c.var.context, c.req.valid("param").eventId), 200));
