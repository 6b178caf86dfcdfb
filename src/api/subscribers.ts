import { createRoute } from "@hono/zod-openapi";
import type { LimitAttempts } from "#domain/ports.ts";
import { subscribe } from "#domain/subscribers/commands.ts";
import { Subscribed, SubscribeInput } from "#domain/subscribers/shapes.ts";
import { answer, body, refusals, resource } from "./openapi.ts";

const create = createRoute({
  operationId: "subscribe",
  summary: "Subscribe an e-mail address to the newsletter; once more is welcome too",
  method: "post",
  path: "/subscribe",
  request: { body: body(SubscribeInput) },
  responses: {
    200: answer(Subscribed, "The address is on the list"),
    ...refusals("invalid_json", "too_large", "invalid", "too_many_attempts"),
  },
});

/** Specification 7: the newsletter's call. */
export const subscribers = (limitAttempts: LimitAttempts) =>
  resource().openapi(create, async (c) => {
    await limitAttempts("form", { address: c.env.address });
    return c.json(await subscribe(c.var.context, c.req.valid("json")), 200);
  });
