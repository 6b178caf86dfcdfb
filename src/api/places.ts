import { createRoute, z } from "@hono/zod-openapi";
import { Acknowledged } from "#domain/joins/shapes.ts";
import { confirmPlace, freePlace, takePlace } from "#domain/places/commands.ts";
import { getLinkedPlace } from "#domain/places/queries.ts";
import { LinkedPlace } from "#domain/places/shapes.ts";
import type { LinkSigner } from "#domain/ports.ts";
import { answer, refusals, resource } from "./openapi.ts";

const linked = {
  request: { params: z.object({ token: z.string().openapi({ description: "As the link in the mail has it" }) }) },
};

const read = createRoute({
  operationId: "getLinkedPlace",
  summary: "Read what the link in a mail about your place leads to; nobody has to be signed in",
  method: "get",
  path: "/places/{token}",
  ...linked,
  responses: {
    200: answer(LinkedPlace, "The event, and what you have there"),
    ...refusals("link_broken", "place_gone"),
  },
});

const confirm = createRoute({
  operationId: "confirmPlace",
  summary: "Say once more that you are coming",
  method: "post",
  path: "/places/{token}/confirm",
  ...linked,
  responses: {
    200: answer(Acknowledged, "The organiser knows"),
    ...refusals("link_broken", "place_gone", "event_over", "event_cancelled", "no_offer"),
  },
});

const take = createRoute({
  operationId: "takePlace",
  summary: "Take the places that you are offered",
  method: "post",
  path: "/places/{token}/take",
  ...linked,
  responses: {
    200: answer(Acknowledged, "They are yours"),
    ...refusals("link_broken", "place_gone", "event_over", "event_cancelled", "no_offer"),
  },
});

const free = createRoute({
  operationId: "freePlace",
  summary: "Give your places back, or leave the line",
  method: "delete",
  path: "/places/{token}",
  ...linked,
  responses: {
    200: answer(Acknowledged, "You have no place there"),
    ...refusals("link_broken", "place_gone", "event_over"),
  },
});

/** What the links in mails about places do. What merely reads them, as scanners of mails do, changes nothing. */
export const places = (links: LinkSigner) => {
  const joinIn = ({ token }: { token: string }) => links.read("place", token);
  return resource()
    .openapi(read, async (c) => c.json(await getLinkedPlace(c.var.context, joinIn(c.req.valid("param"))), 200))
    .openapi(confirm, async (c) => c.json(await confirmPlace(c.var.context, joinIn(c.req.valid("param"))), 200))
    .openapi(take, async (c) => c.json(await takePlace(c.var.context, joinIn(c.req.valid("param"))), 200))
    .openapi(free, async (c) => c.json(await freePlace(c.var.context, joinIn(c.req.valid("param"))), 200));
};
