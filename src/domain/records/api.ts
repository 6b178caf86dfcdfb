import { z } from "@hono/zod-openapi";
import type { CredentialSigner } from "../ports.ts";
import { makeCredential, previewCredential, revokeCredential, setNote } from "./commands.ts";
import { recordCsv } from "./feeds.ts";
import { getRecord } from "./queries.ts";
import {
  CredentialInput,
  CredentialMade,
  CredentialShown as CredentialShownShape,
  NoteInput,
  RevocationList,
  Verification as VerificationShape,
  VolunteerRecord as VolunteerRecordShape,
} from "./shapes.ts";
import { getCredentialFile, getRevocations, verifyCredential } from "./verifying.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, idParam, named, refusals, resource, signedIn } from "#api/openapi.ts";

const VolunteerRecord = named(VolunteerRecordShape, "VolunteerRecord");
const CredentialShown = named(CredentialShownShape, "CredentialShown");
const Verification = named(VerificationShape, "Verification");

const numberParam = z.object({
  id: z.string().openapi({ description: "The credential's number: 32 hexadecimal digits" }),
});
const typed = refusals("invalid_json", "sign_in_required", "too_large", "invalid");

const read = call({
  operationId: "getRecord",
  summary: "Read your record: the events that you were at, your hours there, and who asserts them",
  method: "get",
  path: "/account/record",
  security: signedIn,
  request: {},
  responses: { 200: answer(VolunteerRecord, "The latest 1,000 events"), ...refusals("sign_in_required") },
});

const csv = call({
  operationId: "exportRecord",
  summary: "Download your record as a spreadsheet: one row per event",
  method: "get",
  path: "/account/record.csv",
  security: signedIn,
  request: {},
  responses: {
    200: {
      description: "CSV after RFC 4180, in UTF-8 with a byte order mark; without formulas",
      content: { "text/csv": { schema: z.string() } },
    },
  },
});

const note = call({
  operationId: "setNote",
  summary: "Store a note of your own about an event in your record",
  method: "put",
  path: "/account/record/{id}/note",
  security: signedIn,
  request: { params: idParam, body: body(NoteInput) },
  responses: { 200: answer(Acknowledged, "Only you see them"), ...typed, ...refusals("not_found") },
});

const preview = call({
  operationId: "previewCredential",
  summary: "Preview what a credential of chosen events would show, without making it",
  method: "post",
  path: "/account/credentials/preview",
  security: signedIn,
  request: { body: body(CredentialInput) },
  responses: { 200: answer(CredentialShown, "All of it"), ...typed },
});

const make = call({
  operationId: "makeCredential",
  summary: "Make a credential of chosen events of your record: signed hours that others can check by its number",
  method: "post",
  path: "/account/credentials",
  security: signedIn,
  request: { body: body(CredentialInput) },
  responses: { 200: answer(CredentialMade, "Its number"), ...typed, ...refusals("credentials_full") },
});

const file = call({
  operationId: "getCredentialFile",
  summary: "Download a credential of your own: an Open Badges 3.0 credential as a JWT",
  method: "get",
  path: "/account/credentials/{id}/file",
  security: signedIn,
  request: { params: numberParam },
  responses: {
    200: { description: "The JWT alone", content: { "text/plain": { schema: z.string() } } },
    ...refusals("not_found"),
  },
});

const revoke = call({
  operationId: "revokeCredential",
  summary: "Revoke a credential of your own for good",
  method: "delete",
  path: "/account/credentials/{id}",
  security: signedIn,
  request: { params: numberParam },
  responses: { 200: answer(Acknowledged, "Nothing of it is kept"), ...refusals("sign_in_required", "not_found") },
});

const verify = call({
  operationId: "verifyCredential",
  summary: "Verify a credential by its number: whether it is valid, and its contents",
  method: "get",
  path: "/credentials/{id}",
  request: { params: numberParam },
  responses: { 200: answer(Verification, "Nothing of what it said, once it is revoked"), ...refusals("not_found") },
});

const status = call({
  operationId: "getRevocations",
  summary: "See whether a credential is revoked, as validators of Open Badges ask for it",
  method: "get",
  path: "/credentials/{id}/status",
  request: { params: numberParam },
  responses: { 200: answer(RevocationList, "With the credential in it, if it is"), ...refusals("not_found") },
});

/** The calls about volunteers' records and the credentials they show to others. */
export const records = (signer: CredentialSigner) =>
  resource()
    .openapi(read, async (c) => c.json(await getRecord(c.var.context), 200))
    .openapi(csv, async (c) =>
      c.body(await recordCsv(c.var.context), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="record.csv"',
      }),
    )
    .openapi(note, async (c) => c.json(await setNote(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200))
    .openapi(preview, async (c) => c.json(await previewCredential(c.var.context, c.req.valid("json")), 200))
    .openapi(make, async (c) => c.json(await makeCredential({ ...c.var.context, signer }, c.req.valid("json")), 200))
    .openapi(file, async (c) =>
      c.text(await getCredentialFile(c.var.context, c.req.valid("param").id), 200, {
        "Content-Disposition": 'attachment; filename="volunteer-record.jwt"',
      }),
    )
    .openapi(revoke, async (c) => c.json(await revokeCredential(c.var.context, c.req.valid("param").id), 200))
    .openapi(verify, async (c) =>
      c.json(await verifyCredential({ ...c.var.context, signer }, c.req.valid("param").id), 200),
    )
    .openapi(status, async (c) => c.json(await getRevocations(c.var.context, c.req.valid("param").id), 200));
