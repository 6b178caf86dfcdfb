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
  summary: "List what opens the gate of an event of your own, latest first",
  method: "get",
  path: "/gates/{eventId}/keys",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(GateKeys, "The keys, also those that are revoked"), ...refusals(...ofOrganizer) },
});

const makeKey = call({
  operationId: "makeGateKey",
  summary:
    "Make a key that opens the gate of an event of your own on a helper's phone, who needs no account; asks for a proof of the last ten minutes",
  method: "post",
  path: "/gates/{eventId}/keys",
  security: signedIn,
  request: { params: eventParam, body: body(GateKeyInput) },
  responses: {
    200: answer(GateKeyMade, "Its address can be read again at any time"),
    ...refusals(...ofOrganizer, ...ofMaking),
  },
});

const renewKeys = call({
  operationId: "renewGateKeys",
  summary:
    "Make a key in place of each that ended with all access to your account; asks for a proof of the last ten minutes",
  method: "post",
  path: "/gates/{eventId}/keys/renew",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(GateKeysMade, "They are made"), ...refusals(...ofOrganizer, ...ofMaking) },
});

const listPhones = call({
  operationId: "listGatePhones",
  summary: "List the phones of the gate of an event of your own, and marks that came after a phone's right had ended",
  method: "get",
  path: "/gates/{eventId}/phones",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(GatePhones, "The phones"), ...refusals(...ofOrganizer) },
});

const decideLate = call({
  operationId: "decideLateMarks",
  summary: "Say whether marks of a phone count that came after its right had ended",
  method: "post",
  path: "/gates/{eventId}/phones/{device}/late",
  security: signedIn,
  request: { params: phoneParam, body: body(LateMarksDecision) },
  responses: { 200: answer(Acknowledged, "They do, or are gone"), ...refusals(...ofOrganizer) },
});

const clearPhone = call({
  operationId: "clearGatePhone",
  summary: "Clear what a phone has marked, as if it had never been at the gate; repeating it changes nothing",
  method: "delete",
  path: "/gates/{eventId}/phones/{device}/marks",
  security: signedIn,
  request: { params: phoneParam },
  responses: { 200: answer(Acknowledged, "Its marks are gone"), ...refusals("invalid", ...ofOrganizer, "invalid") },
});

const revokeKey = call({
  operationId: "revokeGateKey",
  summary:
    "Take a key back: what it opened reads nothing any more, and sends what waits for you; repeating it changes nothing",
  method: "delete",
  path: "/gates/{eventId}/keys/{keyId}",
  security: signedIn,
  request: { params: eventParam.extend({ keyId: z.string() }) },
  responses: { 200: answer(Acknowledged, "It opens nothing"), ...refusals(...ofOrganizer) },
});

const open = call({
  operationId: "openGate",
  summary: "Open a gate on a device by what stands after the # of a key's address",
  method: "post",
  path: "/gates/open",
  request: { body: body(OpenInput) },
  responses: {
    200: answer(GateOpened, "What the device shows from now on"),
    ...refusals("link_broken", "key_revoked", "devices_full", "too_many_attempts"),
  },
});

const sync = call({
  operationId: "syncGate",
  summary: "Send what a device marked, and read who is expected and what others marked",
  method: "post",
  path: "/gates/sync",
  security: [{ gate: [] }],
  request: { body: body(SyncInput) },
  responses: {
    200: answer(Synced, "What became of the marks, and what is new; nothing is read once the key is revoked"),
    ...refusals("pass_unknown", "not_found", "too_many_attempts"),
  },
});

const read = call({
  operationId: "getGate",
  summary: "Read who is expected at an event of your own, and who is here; whoever has no code yet is given one",
  method: "get",
  path: "/gates/{eventId}",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(Gate, "Everybody, with their codes"), ...refusals(...ofOrganizer) },
});

const mark = call({
  operationId: "markAtGate",
  summary: "Mark who came to an event of your own without a device at the gate, until a year after it",
  method: "post",
  path: "/gates/{eventId}/marks",
  security: signedIn,
  request: { params: eventParam, body: body(MarksInput) },
  responses: { 200: answer(MarksAnswer, "What became of the marks"), ...refusals(...ofOrganizer) },
});

const ownCodes = call({
  operationId: "giveOwnCodes",
  summary: "Get the codes by which you and the people you bring are found at an event's gate; they stay the same",
  method: "post",
  path: "/gates/{eventId}/codes",
  security: signedIn,
  request: { params: eventParam },
  responses: { 200: answer(OwnCodes, "One for each person"), ...refusals("sign_in_required", "not_found") },
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
