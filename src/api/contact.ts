import { createRoute } from "@hono/zod-openapi";
import { sendContactMessage } from "#domain/contact/commands.ts";
import { ContactAnswer, ContactInput } from "#domain/contact/shapes.ts";
import { answer, body, refusals, resource } from "./openapi.ts";

const send = createRoute({
  operationId: "sendContactMessage",
  summary: "Write to the people who run this site",
  method: "post",
  path: "/contact",
  request: { body: body(ContactInput) },
  responses: {
    200: answer(ContactAnswer, "The message is kept, and on its way"),
    ...refusals("invalid_json", "too_large", "invalid"),
  },
});

/** The contact form's call, which the specification leaves open. */
export const contact = resource().openapi(send, async (c) =>
  c.json(await sendContactMessage(c.var.context, c.req.valid("json")), 200),
);
