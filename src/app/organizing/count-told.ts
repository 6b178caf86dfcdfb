import { ask, askPage } from "../session/ask.ts";

/**
 * Counts the people who will be mailed: not those without an address, not guests, and not the event's organizer. People
 * who turned such mails off count too, as their settings are private.
 */
export async function countTold(id: string): Promise<number> {
  const [{ total }, { state }] = await Promise.all([
    askPage((api) => api.events[":id"].participants.$get({ param: { id }, query: { limit: "1", mail: "yes" } })),
    ask((api) => api["already-joined"][":id"].$get({ param: { id } })),
  ]);
  return state === null ? total : total - 1;
}
