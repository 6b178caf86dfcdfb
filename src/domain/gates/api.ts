import { z } from "@hono/zod-openapi";
import { giveOwnCodes, makeGateKey, markAtGate, openGate, renewGateKeys, revokeGateKey, syncGate } from "./commands.ts";
import { clearGatePhone, decideLateMarks, listGatePhones } from "./phones.ts";
import { getGate, listGateKeys } from "./queries.ts";
import {
  Gate as GateShape,
  GateKeyInput,
  GateKeyMade,
  GateKeys,
  GateKeysMade,
  GateOpened,
  GatePhones,
  LateMarksDecision,
  MarksAnswer,
  MarksInput,
  OpenInput,
  OwnCodes,
  Synced,
  SyncInput,
} from "./shapes.ts";
import type { AuthProvider } from "../identity.ts";
import type { LimitAttempts, LinkSigner } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, named, refusals, resource, signedIn } from "#api/openapi.ts";
import { withProof } from "#api/requests.ts";

const Gate = named(GateShape, "Gate");

const eventParam = z.object({ eventId: z.string() });
const ofOrganizer = ["not_yours", "not_found"] as const;
const ofMaking = [
  "log_in_again",
  "email_unconfirmed",
  "under_review",
  "event_cancelled",
  "event_over",
  "keys_full",
] as const;
const phoneParam = eventParam.extend({ device: z.coerce.number().int().min(1).max(1_000_000) });

const listKeys = call({
  operationId: "listGateKeys",
  summary: "List the keys to the gate of one of your own events, latest first",
  method: "get",
  path: "/gates/{eventId}/keys",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(GateKeys, "The keys, including revoked ones"), ...refusals(...ofOrganizer) },
});

const makeKey = call({
  operationId: "makeGateKey",
  summary:
    "Create a key that opens the gate of one of your own events on a helper's phone, without an account; requires a proof of identity within ten minutes",
  method: "post",
  path: "/gates/{eventId}/keys",
  security: signedIn,
  request: { params: eventParam, body: body(GateKeyInput) },
  responses: {
    200: answer(GateKeyMade, "The key, whose address can be read again at any time"),
    ...refusals(...ofOrganizer, ...ofMaking),
  },
});

const renewKeys = call({
  operationId: "renewGateKeys",
  summary:
    "Create a key in place of each one that ended with all access to your account; requires a proof of identity within ten minutes",
  method: "post",
  path: "/gates/{eventId}/keys/renew",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(GateKeysMade, "The keys are created"), ...refusals(...ofOrganizer, ...ofMaking) },
});

const listPhones = call({
  operationId: "listGatePhones",
  summary:
    "List the phones at the gate of one of your own events, with marks that arrived after a phone had lost its right",
  method: "get",
  path: "/gates/{eventId}/phones",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(GatePhones, "The phones"), ...refusals(...ofOrganizer) },
});

const decideLate = call({
  operationId: "decideLateMarks",
  summary: "Accept or reject the marks of a phone that had lost its right",
  method: "post",
  path: "/gates/{eventId}/phones/{device}/late",
  security: signedIn,
  request: { params: phoneParam, body: body(LateMarksDecision) },
  responses: { 200: answer(Acknowledged, "The marks count, or are deleted"), ...refusals(...ofOrganizer) },
});

const clearPhone = call({
  operationId: "clearGatePhone",
  summary: "Clear all marks of a phone, as if it had never been at the gate; repeating it changes nothing",
  method: "delete",
  path: "/gates/{eventId}/phones/{device}/marks",
  security: signedIn,
  request: { params: phoneParam },
  responses: {
    200: answer(Acknowledged, "The phone's marks are deleted"),
    ...refusals("invalid", ...ofOrganizer, "invalid"),
  },
});

const revokeKey = call({
  operationId: "revokeGateKey",
  summary:
    "Revoke a key: its phones can no longer read, and their later marks wait for you; repeating it changes nothing",
  method: "delete",
  path: "/gates/{eventId}/keys/{keyId}",
  security: signedIn,
  request: { params: eventParam.extend({ keyId: z.string() }) },
  responses: { 200: answer(Acknowledged, "The key is revoked"), ...refusals(...ofOrganizer) },
});

const open = call({
  operationId: "openGate",
  summary: "Open a gate on a device by the part of a key's address after the #",
  method: "post",
  path: "/gates/open",
  request: { body: body(OpenInput) },
  responses: {
    200: answer(GateOpened, "The content for the device to show from now on"),
    ...refusals("link_broken", "key_revoked", "devices_full", "too_many_attempts"),
  },
});

const sync = call({
  operationId: "syncGate",
  summary: "Send a device's marks, and read the expected people and other devices' marks",
  method: "post",
  path: "/gates/sync",
  security: [{ gate: [] }],
  request: { body: body(SyncInput) },
  responses: {
    200: answer(Synced, "The outcome of the marks, and the news; without news once the key is revoked"),
    ...refusals("pass_unknown", "not_found", "too_many_attempts"),
  },
});

const read = call({
  operationId: "getGate",
  summary: "Read the expected people of one of your own events, and who is here; people without a code get one",
  method: "get",
  path: "/gates/{eventId}",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(Gate, "All people, with their codes"), ...refusals(...ofOrganizer) },
});

const mark = call({
  operationId: "markAtGate",
  summary: "Mark who came to one of your own events, without a device at the gate, until a year after it",
  method: "post",
  path: "/gates/{eventId}/marks",
  security: signedIn,
  request: { params: eventParam, body: body(MarksInput) },
  responses: { 200: answer(MarksAnswer, "The outcome of the marks"), ...refusals(...ofOrganizer) },
});

const ownCodes = call({
  operationId: "giveOwnCodes",
  summary: "Get the codes of you and your guests for an event's gate; they never change",
  method: "post",
  path: "/gates/{eventId}/codes",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(OwnCodes, "A code for each person"), ...refusals("sign_in_required", "not_found") },
});

/** The calls of gates: for organizers about their own, and for devices that a key opened one on, without an account. */
export const gates = (auth: Pick<AuthProvider, "lastProof">, limitAttempts: LimitAttempts, links: LinkSigner) =>
  resource()
    .openapi(open, async (c) => {
      const ctx = { ...c.var.context, links, limitAttempts, from: c.env.address };
      return c.json(await openGate(ctx, c.req.valid("json")), 200);
    })
    .openapi(sync, async (c) => {
      const pass = /^Gate +(\S+) *$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
      const ctx = { ...c.var.context, links, limitAttempts, from: c.env.address, pass };
      return c.json(await syncGate(ctx, c.req.valid("json")), 200);
    })
    .openapi(listKeys, async (c) =>
      c.json(await listGateKeys({ ...c.var.context, links }, c.req.valid("param").eventId), 200),
    )
    .openapi(makeKey, async (c) => {
      const { eventId } = c.req.valid("param");
      return c.json(await makeGateKey({ ...(await withProof(c, auth)), links }, eventId, c.req.valid("json")), 200);
    })
    .openapi(renewKeys, async (c) =>
      c.json(await renewGateKeys(await withProof(c, auth), c.req.valid("param").eventId), 200),
    )
    .openapi(listPhones, async (c) => c.json(await listGatePhones(c.var.context, c.req.valid("param").eventId), 200))
    .openapi(decideLate, async (c) => {
      const { eventId, device } = c.req.valid("param");
      return c.json(await decideLateMarks(c.var.context, eventId, { ...c.req.valid("json"), device }), 200);
    })
    .openapi(clearPhone, async (c) => {
      const { eventId, device } = c.req.valid("param");
      return c.json(await clearGatePhone(c.var.context, eventId, device), 200);
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
