import type { Participant } from "#domain/participants/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { toast } from "../ui/toast.tsx";

/** Makes a person of a date's list come to each date of its series, for the organizer, who can take it back. */
export async function makeRegular(
  seriesId: string,
  { _id: personId, memberId, userName: name }: Participant,
  onChanged: () => void,
): Promise<void> {
  const param = { id: seriesId };
  const json = memberId === null ? { personId } : { memberId };
  try {
    const { insertedId: regularId } = await ask((api) => api.series[":id"].regulars.$post({ param, json }));
    const undo = () => void takeBack(seriesId, regularId);
    toast("success", say("regulars.list.made", { name }), { text: say("undo"), press: undo });
    onChanged();
  } catch (error) {
    refused(error);
  }
}

/** The dates for which they are registered by now stay theirs. */
async function takeBack(id: string, regularId: string): Promise<void> {
  try {
    await ask((api) => api.series[":id"].regulars[":regularId"].$delete({ param: { id, regularId } }));
    toast("success", say("regulars.list.ended"));
  } catch (error) {
    refused(error);
  }
}
