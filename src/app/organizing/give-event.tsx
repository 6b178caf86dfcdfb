import type { Event } from "#domain/events/shapes.ts";
import type { OwnCommunity } from "#domain/rights/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { Choice } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

type GiveEventProps = {
  event: Event;
  communities: OwnCommunity[];
  /** Called afterwards: the event may have left the member's list. */
  onGiven: () => void;
  onClose: () => void;
};

/** The dialog to give an event to a community, or an event of a community back to the member who answers for it. */
export default function GiveEvent({ event, communities, onGiven, onClose }: GiveEventProps) {
  const { _id: id, title, community } = event;
  const only = communities.length === 1 ? communities[0] : undefined;

  async function give({ communityId = only?._id ?? "" }: Record<string, string>): Promise<FieldErrors | void> {
    const chosen = community ? null : communityId;
    try {
      await ask((api) => api.events[":id"].community.$put({ param: { id }, json: { communityId: chosen } }));
      onGiven();
      onClose();
      const name = communities.find(({ _id }) => _id === chosen)?.name;
      toast("success", name ? say("give.done", { name }) : say("give.back.done"));
    } catch (error) {
      return refused(error, say("give.failed"));
    }
  }

  return (
    <Dialog title={say(community ? "give.back.title" : "give.title")} onClose={onClose}>
      <p className="quiet mt-2">
        {community
          ? say("give.back.text", { title, name: community.name })
          : say(only ? "give.text.one" : "give.text", { title, name: only?.name ?? "" })}
      </p>
      <Form onSend={give} className="mt-5 flex flex-col gap-6">
        {!community && !only && (
          <Choice
            name="communityId"
            legend={say("give.which")}
            whenMissing={say("rule.community")}
            initial=""
            options={communities.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <button type="button" className="btn" onClick={onClose}>
            {say("cancel")}
          </button>
          <SubmitButton busy={say("give.submitting")}>
            {say(community ? "give.back.submit" : "give.submit")}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
