import { keepAccount, planDeletion, refuseOnlyOwner, setFaceShown } from "./commands.ts";
import { exportAccount, getAccount } from "./queries.ts";
import { Account, AccountExport, DeletionAnswer, FaceWish } from "./shapes.ts";
import type { AuthProvider } from "../identity.ts";
import { ProofInput } from "../members/shapes.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { answer, body, call, refusals, resource, signedIn } from "#api/openapi.ts";
import { bearerOf, jsonBody } from "#api/requests.ts";

const own = { security: signedIn, request: {} };

const read = call({
  operationId: "getAccount",
  summary: "Read the data of your account page besides your profile",
  method: "get",
  path: "/account",
  ...own,
  responses: { 200: answer(Account, "Your account"), ...refusals("sign_in_required") },
});

const face = call({
  operationId: "setFaceShown",
  summary: "Show your picture on the pages of events that you have joined, or hide it at once",
  method: "put",
  path: "/account/face",
  security: signedIn,
  request: { body: body(FaceWish) },
  responses: {
    200: answer(Acknowledged, "The choice is saved"),
  },
});

const take = call({
  operationId: "exportAccount",
  summary: "Download all data that we hold about you",
  method: "get",
  path: "/account/export",
  ...own,
  responses: { 200: answer(AccountExport, "Your data"), ...refusals("sign_in_required") },
});

const remove = call({
  operationId: "planDeletion",
  summary: "Schedule the deletion of your account in seven days; requires your password, or a log-in a moment ago",
  method: "post",
  path: "/account/deletion",
  middleware: [jsonBody],
  security: signedIn,
  request: { body: body(ProofInput) },
  responses: {
    200: answer(DeletionAnswer, "The time of the deletion"),
    ...refusals("owns_community"),
    ...refusals("log_in_again", "too_many_attempts"),
  },
});

const keep = call({
  operationId: "keepAccount",
  summary: "Cancel the deletion of your account",
  method: "delete",
  path: "/account/deletion",
  ...own,
  responses: { 200: answer(DeletionAnswer, "Your account stays"), ...refusals("sign_in_required") },
});

const proveSelf = call({
  operationId: "proveSelf",
  summary: "Prove your identity, by your password or by having just logged in; the proof counts for ten minutes",
  method: "post",
  path: "/account/proof",
  middleware: [jsonBody],
  security: signedIn,
  request: { body: body(ProofInput) },
  responses: {
    200: answer(Acknowledged, "The proof is accepted"),
    ...refusals("log_in_again", "too_many_attempts"),
  },
});

/** A member's own account: reading it, downloading it, deleting it. */
export const accounts = ({ prove }: Pick<AuthProvider, "prove">) =>
  resource()
    .openapi(read, async (c) => c.json(await getAccount(c.var.context), 200))
    .openapi(face, async (c) => c.json(await setFaceShown(c.var.context, c.req.valid("json")), 200))
    .openapi(take, async (c) =>
      c.json(await exportAccount(c.var.context), 200, {
        "Content-Disposition": 'attachment; filename="goodturn-account.json"',
      }),
    )
    .openapi(remove, async (c) => {
      // Before the proof, because a refusal leaves no trace.
      await refuseOnlyOwner(c.var.context.db, c.var.context);
      await prove(bearerOf(c) ?? "", c.req.valid("json").password);
      return c.json(await planDeletion(c.var.context), 200);
    })
    .openapi(proveSelf, async (c) => {
      await prove(bearerOf(c) ?? "", c.req.valid("json").password);
      return c.json(shape(Acknowledged, { acknowledged: true }), 200);
    })
    .openapi(keep, async (c) => c.json(await keepAccount(c.var.context), 200));
