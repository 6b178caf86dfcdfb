import { useState } from "react";

import { say } from "#messages/say.ts";

import type { Route } from "./+types/host-words";
import { checkHostReason, HostReasonField } from "../hosting/host-reason.tsx";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { FieldFrame, SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/host/words", title: say("host.words.title"), forMembers: true });

const fetchWords = () => ask((api) => api.host.words.$get());

/** The words and links that hold an event back until a host has checked it, one per line. */
export default function HostWords() {
  const { asked, again } = useAnswer(fetchWords);
  const [saved, setSaved] = useState(0);

  async function save({ words = "", reason = "" }: Record<string, string>): Promise<FieldErrors | void> {
    const lines = words.split("\n").map((line) => line.trim());
    try {
      await ask((api) => api.host.words.$put({ json: { words: lines.filter(Boolean), reason } }));
      toast("success", say("host.words.saved"));
      setSaved(saved + 1);
      again();
    } catch (error) {
      const { reason: ofReason, ...others } = refused(error, say("host.review.failed"), say("typed.kept"));
      const [ofWords] = Object.values(others);
      return { ...(ofReason && { reason: ofReason }), ...(ofWords && { words: ofWords }) };
    }
  }

  if (asked.status !== "there") return <Answered asked={asked} again={again} cards={1} />;
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-page">{say("host.words.title")}</h1>
        <p className="quiet text-lg">{say("host.words.lead")}</p>
      </div>
      <DraftedForm
        key={saved}
        name="host-words"
        label={say("host.words.title")}
        className="sheet grid gap-x-8 gap-y-5 p-5 sm:p-6 lg:grid-cols-2"
        check={checkHostReason}
        onSend={save}
      >
        {(draft) => (
          <>
            <FieldFrame name="words" label={say("host.words.words")} hint={say("host.words.hint")}>
              {(control) => (
                <textarea
                  {...control}
                  dir="auto"
                  rows={10}
                  className="textarea max-lg:field-sizing-content max-lg:min-h-26"
                  defaultValue={draft["words"] ?? asked.answer.words.join("\n")}
                />
              )}
            </FieldFrame>
            <div className="flex flex-col gap-5">
              <HostReasonField draft={draft} />
              <div>
                <SubmitButton busy={say("host.review.busy")}>{say("host.words.save")}</SubmitButton>
              </div>
            </div>
          </>
        )}
      </DraftedForm>
    </div>
  );
}
