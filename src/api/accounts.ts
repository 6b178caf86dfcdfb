import { createRoute } from "@hono/zod-openapi";
import { keepAccount, planDeletion } from "#domain/accounts/commands.ts";
import { exportAccount, getAccount } from "#domain/accounts/queries.ts";
import { Account, AccountExport, DeletionAnswer } from "#domain/accounts/shapes.ts";
import { answer, refusals, resource, signedIn } from "./openapi.ts";

const own = { security: signedIn, request: {} };

const read = createRoute({
  operationId: "getAccount",
  summary: "Read what your account page shows beside your profile",
  method: "get",
  path: "/account",
  ...own,
  responses: { 200: answer(Account, "Your account"), ...refusals("sign_in_required") },
});

const take = createRoute({
  operationId: "exportAccount",
  summary: "Download everything that we hold about you",
  method: "get",
  path: "/account/export",
  ...own,
  responses: { 200: answer(AccountExport, "All of it"), ...refusals("sign_in_required") },
});

const remove = createRoute({
  operationId: "planDeletion",
  summary: "Have your account deleted in seven days",
  method: "post",
  path: "/account/deletion",
  ...own,
  responses: { 200: answer(DeletionAnswer, "When it is deleted"), ...refusals("sign_in_required") },
});

const keep = createRoute({
  operationId: "keepAccount",
  summary: "Keep your account after all",
  method: "delete",
  path: "/account/deletion",
  ...own,
  responses: { 200: answer(DeletionAnswer, "It stays"), ...refusals("sign_in_required") },
});

/** A member's own account: reading it, downloading it, deleting it. */
export const accounts = resource()
  .openapi(read, async (c) => c.json(await getAccount(c.var.context), 200))
  .openapi(take, async (c) =>
    c.json(await exportAccount(c.var.context), 200, {
      "Content-Disposition": 'attachment; filename="goodturn-account.json"',
    }),
  )
  .openapi(remove, async (c) => c.json(await planDeletion(c.var.context), 200))
  .openapi(keep, async (c) => c.json(await keepAccount(c.var.context), 200));
