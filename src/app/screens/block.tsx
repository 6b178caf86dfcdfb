import { useCallback } from "react";
import { useSearchParams } from "react-router";

import type { Blockable } from "#domain/blocks/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/block";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { isRefusal, sentenceOf } from "../session/refusal.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Avatar } from "../ui/avatar.tsx";
import { useGoBack } from "../ui/back-button.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/block", title: say("block.title"), forMembers: true });

/**
 * Asks for confirmation before a member is blocked and explains the effect; for a blocked member, it offers to undo
 * that.
 */
export default function Block() {
  const id = useSearchParams()[0].get("member") ?? "";
  const fetchWhom = useCallback(
    () =>
      ask((api) => api.account.blocks[":id"].$get({ param: { id } })).catch((error: unknown) => {
        if (isRefusal(error, "not_found")) return null;
        throw error;
      }),
    [id],
  );
  const { asked, again, edit } = useAnswer(fetchWhom);
  if (asked.status !== "there") return <Answered asked={asked} again={again} />;
  if (!asked.answer) return <Nobody />;
  return (
    <Question
      whom={asked.answer}
      onChanged={(blocked) => edit((whom) => whom && { ...whom, blockedAt: blocked ? new Date().toISOString() : null })}
    />
  );
}

function Question({ whom, onChanged }: { whom: Blockable; onChanged: (blocked: boolean) => void }) {
  const goBack = useGoBack("/account");
  const { _id, name, photo, blockedAt } = whom;
  const isBlocked = blockedAt !== null;

  async function change() {
    const param = { id: _id };
    try {
      await ask(async ({ account }) => {
        const one = account.blocks[":id"];
        return isBlocked ? one.$delete({ param }) : one.$put({ param });
      });
      toast("success", say(isBlocked ? "block.undone" : "block.done", { name }));
      onChanged(!isBlocked);
    } catch (error) {
      toast("error", sentenceOf(error));
    }
  }

  return (
    <div className="sheet mx-auto flex w-full max-sm:mt-1 max-w-xl flex-col gap-5 p-5 sm:p-8">
      <div className="flex items-center gap-4">
        <Avatar name={name} photo={photo} className="size-14 text-lg" />
        <h1 dir="auto" className="min-w-0 text-page break-words">
          {say(isBlocked ? "block.blocked" : "block.question", { name })}
        </h1>
      </div>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-lg">
        {(["joins", "writes", "told", "stays"] as const).map((key) => (
          <li key={key}>{say(`block.${key}`)}</li>
        ))}
      </ul>
      {/* On a phone the first button is on top. */}
      <Form
        label={say("block.title")}
        onSend={change}
        className={`flex gap-3 sm:flex-row ${isBlocked ? "flex-col" : "flex-col-reverse"}`}
      >
        <button type="button" className={`btn ${isBlocked ? "btn-primary" : ""}`} onClick={goBack}>
          {say("back")}
        </button>
        <SubmitButton look={isBlocked ? "" : "btn-error"} busy={say("block.busy")}>
          {say(isBlocked ? "block.undo" : "block.do")}
        </SubmitButton>
      </Form>
    </div>
  );
}

function Nobody() {
  const goBack = useGoBack("/account");
  return (
    <div className="sheet mx-auto flex max-w-lg max-sm:mt-1 flex-col items-center gap-4 px-6 py-14 text-center">
      <h1 className="text-page">{say("block.nobody")}</h1>
      <p className="quiet -mt-2 text-lg text-balance">{say("block.nobody.text")}</p>
      <button type="button" className="btn btn-primary" onClick={goBack}>
        {say("back")}
      </button>
    </div>
  );
}
