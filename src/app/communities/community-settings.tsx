import { useState } from "react";

import type { RunCommunity } from "#domain/communities/shapes.ts";
import { say } from "#messages/say.ts";

import { useNavigate } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { useProof } from "../session/use-proof.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { CommunityFields } from "./community-fields.tsx";

type Props = { community: RunCommunity; onChanged: () => void };

/** The name, the words and the picture of a community. */
export function CommunityDetails({ community, onChanged }: Props) {
  const { _id: id, title, description, image } = community;
  async function save({ title: name = "", description: words = "", image: picture = "" }: Record<string, string>) {
    try {
      const json = { title: name, description: words, image: picture };
      const { status } = await ask((api) => api.communities[":id"].$patch({ param: { id }, json }));
      toast("success", say(status ? "run.held" : "run.saved"));
      onChanged();
    } catch (error) {
      return refused(error, say("run.failed"));
    }
  }
  return (
    <Form onSend={save} label={say("run.details")} className="flex flex-col gap-5">
      <CommunityFields initial={{ title, description, image: image ?? "" }} />
      <SubmitButton busy={say("own.saving")} className="self-start">
        {say("run.save")}
      </SubmitButton>
    </Form>
  );
}

/** The two switches of a community, which are off at first; each press is saved at once. */
export function CommunitySwitches({ community: { _id: id, ...saved }, onChanged }: Props) {
  const [{ asksFirst, isUnlisted }, setOn] = useState(saved);
  const { busy, run } = useDeed(
    async (json: { asksFirst?: boolean; isUnlisted?: boolean }) => {
      setOn((now) => ({ ...now, ...json }));
      await ask((api) => api.communities[":id"].$patch({ param: { id }, json }));
      toast("success", say("run.saved"));
      onChanged();
    },
    undefined,
    (error) => {
      setOn(saved);
      refused(error);
    },
  );
  const switches = [
    { key: "asks_first", isOn: asksFirst, next: { asksFirst: !asksFirst } },
    { key: "unlisted", isOn: isUnlisted, next: { isUnlisted: !isUnlisted } },
  ] as const;
  return (
    <div className="divide-y divide-base-300">
      {switches.map(({ key, isOn, next }) => (
        <label key={key} className="flex min-h-11 cursor-pointer items-start gap-3 py-3">
          <input
            type="checkbox"
            className="tick mt-0.5"
            checked={isOn}
            aria-disabled={busy || undefined}
            aria-labelledby={key}
            aria-describedby={`${key}-text`}
            onChange={() => run(next)}
          />
          <span>
            <span id={key} className="font-semibold">
              {say(`run.${key}`)}
            </span>
            <span id={`${key}-text`} className="quiet block text-sm">
              {say(`run.${key}.text`)}
            </span>
          </span>
        </label>
      ))}
    </div>
  );
}

/** The address at which people reach a community, and a form to change it. */
export function CommunityContact({ community: { _id: id, contact }, onChanged }: Props) {
  const { proof, proven } = useProof();
  async function send({ email = "" }: Record<string, string>, form: HTMLFormElement): Promise<FieldErrors | void> {
    try {
      const json = { email };
      await proven(() => ask((api) => api.communities[":id"]["contact-address"].$put({ param: { id }, json })));
      toast("success", say("own.contact.sent", { email: email.trim() }));
      form.reset();
      onChanged();
    } catch (error) {
      return refused(error);
    }
  }
  return (
    <>
      <p role="status" className="break-words">
        {contact.inUse ? say("run.contact.in_use", { email: contact.inUse }) : say("run.contact.none")}
        {contact.waiting && <span className="block">{say("own.contact.waiting", { email: contact.waiting })}</span>}
      </p>
      <Form onSend={send} label={say("run.contact")} className="flex flex-col gap-4">
        <EmailField label={say("own.contact.new")} />
        <SubmitButton busy={say("own.saving")} look="" className="self-start">
          {say("own.contact.save")}
        </SubmitButton>
      </Form>
      {proof}
    </>
  );
}

/** Closes a community for good, once its owner has confirmed that. */
export function CloseCommunity({ community: { _id: id, title } }: Pick<Props, "community">) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { busy, run } = useDeed(async () => {
    await ask((api) => api.communities[":id"].$delete({ param: { id } }));
    toast("success", say("run.close.done", { title }));
    await navigate("/community");
  });
  return (
    <>
      <p className="quiet">{say("run.close.text")}</p>
      <button type="button" className="btn self-start" onClick={() => setAsking(true)}>
        {say("run.close")}
      </button>
      {isAsking && (
        <Confirm
          title={say("run.close.title", { title })}
          yes={say("run.close.yes")}
          no={say("cancel.keep")}
          busy={busy}
          onYes={run}
          onClose={() => setAsking(false)}
        >
          <p className="mt-2 text-lg">{say("run.close.text")}</p>
        </Confirm>
      )}
    </>
  );
}
