import { askForContactAddress, confirmContactAddress, removeContactAddress } from "./commands.ts";
import { getContactAddress } from "./queries.ts";
import { ContactAddress, ContactAddressInput, ContactAddressLink } from "./shapes.ts";
import type { AuthProvider } from "../identity.ts";
import type { LimitAttempts, LinkSigner } from "../ports.ts";
import { answer, body, call, refusals, resource, signedIn } from "#api/openapi.ts";
import { withProof } from "#api/requests.ts";

const read = call({
  operationId: "getContactAddress",
  summary: "Read the address shown with your events instead of your account's",
  method: "get",
  path: "/account/contact-address",
  security: signedIn,
  request: {},
  responses: {
    200: answer(ContactAddress, "The address in use, and one that waits to be confirmed"),
    ...refusals("sign_in_required"),
  },
});

const put = call({
  operationId: "askForContactAddress",
  summary:
    "Request a link at the address that you want to show with your events; requires a proof of identity within ten minutes",
  method: "put",
  path: "/account/contact-address",
  security: signedIn,
  request: { body: body(ContactAddressInput) },
  responses: {
    200: answer(ContactAddress, "It waits to be confirmed"),
    ...refusals("log_in_again", "email_unconfirmed"),
    ...refusals("too_many_attempts", "too_many_mails"),
  },
});

const confirm = call({
  operationId: "confirmContactAddress",
  summary: "Confirm the address of a mailed link, logged in to the account that requested it",
  method: "post",
  path: "/account/contact-address/confirm",
  security: signedIn,
  request: { body: body(ContactAddressLink) },
  responses: {
    200: answer(ContactAddress, "The address is shown with your events"),
    ...refusals("other_account", "link_broken", "link_used"),
  },
});

const remove = call({
  operationId: "removeContactAddress",
  summary: "Show your account's own address with your events",
  method: "delete",
  path: "/account/contact-address",
  security: signedIn,
  request: {},
  responses: { 200: answer(ContactAddress, "Your account's own address is shown"), ...refusals("sign_in_required") },
});

/** The calls about the address shown with an organizer's events. */
export const contactAddresses = (
  auth: Pick<AuthProvider, "lastProof">,
  limitAttempts: LimitAttempts,
  links: LinkSigner,
) =>
  resource()
    .openapi(read, async (c) => c.json(await getContactAddress(c.var.context), 200))
    .openapi(put, async (c) =>
      c.json(await askForContactAddress({ ...(await withProof(c, auth)), limitAttempts }, c.req.valid("json")), 200),
    )
    .openapi(confirm, async (c) => {
      const linked = links.read("contact", c.req.valid("json").token);
      return c.json(await confirmContactAddress(c.var.context, linked), 200);
    })
    .openapi(remove, async (c) => c.json(await removeContactAddress(c.var.context), 200));
