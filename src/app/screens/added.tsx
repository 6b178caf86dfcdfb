import { useState } from "react";

import type { AddedSpot } from "#domain/added-people/shapes.ts";
import { eventPath } from "#domain/events/rules.ts";
import type { MailAsked } from "#domain/registrations/shapes.ts";
import { nameMax } from "#domain/values/rules.ts";
import { say } from "#messages/say.ts";

import { CodeForm } from "../accounts/code-form.tsx";
import { sayRefusedJoin } from "../accounts/refused-join.ts";
import { Link as RouterLink } from "../addresses.ts";
import type { Route } from "./+types/added";
import { pageMeta } from "../page-meta.ts";
import { EventGround } from "../registrations/event-ground.tsx";
import {
  type Act,
  ActionButton,
  ActionLinkPage,
  type Link,
  OtherEvents,
  useDeedOfLink,
} from "../session/action-link.tsx";
import { ask } from "../session/ask.ts";
import { joinByMail } from "../session/mailed.ts";
import { refused } from "../session/refused.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { Field, SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/added", title: say("added.title"), forMembers: true });

const read = (token: string) => ask((api) => api.added[":token"].$get({ param: { token } }));

/** The target of a mail about a spot that is held by name: its button makes the spot the reader's, logged in or not. */
export default function AddedPage() {
  return (
    <ActionLinkPage title={say("added.title")} read={read} instead={<OtherEvents />}>
      {(found, link, act) => (
        <>
          <p className="text-xl leading-snug font-semibold">{sentenceFor(found)}</p>
          <EventGround event={found.event} />
          <Deed found={found} link={link} act={act} />
          <RouterLink to={eventPath(found.event._id)} className="btn btn-ghost self-start px-0">
            {say("link.see")}
          </RouterLink>
        </>
      )}
    </ActionLinkPage>
  );
}

function sentenceFor({ event, state, isTaken, wasListed, begun, over }: AddedSpot): string {
  const { cancelReason: reason } = event;
  if (event.status === "cancelled") return reason ? say("link.cancelled.why", { reason }) : say("link.cancelled");
  if (over) return say("link.over");
  const waits = state === "waiting";
  if (wasListed) return say(waits ? "added.listed.waiting" : "added.listed");
  if (isTaken) return say(waits ? "added.taken.waiting" : "added.taken");
  if (begun) return say("added.begun");
  return say(waits ? "added.open.waiting" : "added.open");
}

/** Takes the spot. The page that the mail's button opens does so by itself. A newcomer asks for a code. */
function Deed({ found, link, act }: { found: AddedSpot; link: Link; act: Act }) {
  const { token, choice } = link;
  const isOpen = !found.begun && found.event.status === "active" && !found.isTaken;
  const take = () => act(() => ask((api) => api.added[":token"].$post({ param: { token } })), say("added.done"));
  useDeedOfLink(link, isOpen && !found.newcomer && choice === "take", take);

  if (found.spot !== null) {
    return (
      <a href={`/place#${found.spot}`} className="btn self-start">
        {say("added.change")}
      </a>
    );
  }
  if (!isOpen) return <OtherEvents />;
  if (found.newcomer) {
    return (
      <Newcomer
        eventId={found.event._id}
        newcomer={found.newcomer}
        onIn={() => act(async () => {}, say("added.done"))}
        onMade={take}
      />
    );
  }
  return (
    <div className="flex flex-wrap gap-3">
      <ActionButton primary onPress={take}>
        {say("added.take")}
      </ActionButton>
    </div>
  );
}

type NewcomerProps = {
  eventId: string;
  newcomer: NonNullable<AddedSpot["newcomer"]>;
  onIn: () => void;
  onMade: () => void;
};

/** Asks a reader without an account for their name, and then for a mailed code; with it the held spot is theirs. */
function Newcomer({ eventId, newcomer: { name, email }, onIn, onMade }: NewcomerProps) {
  const settings = useSiteSettings();
  const [asked, setAsked] = useState<MailAsked | null>(null);

  async function send(values: Record<string, string>): Promise<FieldErrors | void> {
    try {
      const answer = await joinByMail({
        eventId,
        email,
        name: values["name"] ?? "",
        guests: [],
        whenShort: "wait",
      });
      // Without mail the account is made at once, and has a spot of its own; the link frees the held one.
      if ("join" in answer) onMade();
      else setAsked(answer);
    } catch (error) {
      return refused(error);
    }
  }

  if (settings?.firebase) {
    return (
      <>
        <p>{say("added.register")}</p>
        <RouterLink to="/register" className="btn btn-primary self-start">
          {say("added.register.button")}
        </RouterLink>
      </>
    );
  }
  if (asked === null) {
    return (
      <Form onSend={send} className="flex flex-col gap-4">
        <p className="break-words">{say("added.newcomer", { email })}</p>
        <Field
          name="name"
          label={say("added.name")}
          defaultValue={name}
          autoComplete="name"
          maxLength={nameMax}
          required
          whenMissing={say("rule.name.required")}
        />
        <SubmitButton busy={say("added.code.busy")}>{say("added.code")}</SubmitButton>
      </Form>
    );
  }
  return (
    <div>
      <p role="status" className="break-words">
        {say("added.code.sent", { email })}
      </p>
      <CodeForm
        claim={asked.claim}
        submit={say("added.confirm")}
        other={null}
        onIn={(signedIn) => {
          if (signedIn.refused) toast("error", sayRefusedJoin(signedIn.refused));
          onIn();
        }}
      />
    </div>
  );
}
