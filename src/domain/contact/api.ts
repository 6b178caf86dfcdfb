import { sendContactMessage } from "./commands.ts";
import { ContactAnswer, ContactInput } from "./shapes.ts";
import type { LimitAttempts } from "../ports.ts";
import { answer, body, call, refusals, resource } from "#api/openapi.ts";

const send = call({
  operationId: "sendContactMessage",
  summary: "Write to the hosts of this site",
  method: "post",
  path: "/contact",
  request: { body: body(ContactInput) },
  responses: {
    200: answer(ContactAnswer, "The message is stored, and is being sent"),
    ...refusals("too_many_attempts", "too_many_mails"),
  },
});

/** The contact form's call, which the specification leaves open. */
export const contact = (limitAttempts: LimitAttempts) =>
  resource().openapi(send, async (c) => {
    await limitAttempts("form", { address: c.env.address });
    await limitAttempts("outreach", { address: c.env.address });
    return c.json(await sendContactMessage(c.var.context, c.req.valid("json")), 200);
  });
