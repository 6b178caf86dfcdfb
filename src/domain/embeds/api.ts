import { getOEmbed } from "./queries.ts";
import { OEmbed as OEmbedShape, OEmbedQuestion } from "./shapes.ts";
import { answer, call, named, refusals, resource } from "#api/openapi.ts";
import { forEveryone } from "#api/requests.ts";

const OEmbed = named(OEmbedShape, "OEmbed");

const read = call({
  operationId: "getOEmbed",
  summary: "Read how another site can show an event, or the list of events, in a page (oEmbed 1.0)",
  method: "get",
  path: "/oembed",
  request: { query: OEmbedQuestion },
  responses: {
    200: answer(OEmbed, "A frame for the page"),
    ...refusals("not_found", "under_review", "only_json"),
  },
});

/** The call by which other sites learn how to show our pages. */
export const embeds = resource().openapi(read, async (c) =>
  c.json(await getOEmbed(c.var.context, c.req.valid("query")), 200, forEveryone(c)),
);
