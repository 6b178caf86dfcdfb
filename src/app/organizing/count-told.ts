import { ask, askPage } from "../session/ask.ts";

/**
 * How many people get a mail: neither people without an address, nor guests, whom the event counts, nor its organizer. People who want no such mails are
 * counted too: whether they do is theirs to know.
 */
export async function countTold(id: string): Promise<number> {
  const [{ total }, { state }] = await Promise.all([
    askPage((api) => api.events[":id"].participants.$get({ param: { id }, query: { limit: "1", mail: "yes" } })),
    ask((api) => api["already-joined"][":id"].$get({ param: { id } })),
  ]);
  return state === null ? total : total - 1;
}
