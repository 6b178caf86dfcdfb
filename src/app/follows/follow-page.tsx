import { useState } from "react";

import { eventPath, listPath } from "#domain/events/rules.ts";
import { say as sayFollows } from "#messages/follows.ts";
import { say } from "#messages/follows-sheet.ts";

import { Link } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useSession } from "../session/session.tsx";
import { DoneCard } from "../ui/done-card.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { FollowButton } from "./follow-button.tsx";
import type { Wish } from "./own-follows.ts";

/** What came of the form that was sent without script. */
export type FollowAnswer = { values: Readonly<Record<string, string>>; errors?: FieldErrors };

type FollowPageProps = { wish: Wish; name: string; answer: FollowAnswer | undefined };

/** Follows one thing: for people who are not logged in by a form that works without script, for members by a press. */
export function FollowPage({ wish, name, answer }: FollowPageProps) {
  const session = useSession();
  const [sentTo, setSentTo] = useState(answer && !answer.errors ? (answer.values["email"] ?? "") : null);
  const { about, id = "", filter = "" } = wish;
  const back =
    about === "event" ? (
      <Link to={eventPath(id)} className="btn btn-outline">
        {say("follows.page.event")}
      </Link>
    ) : (
      <Link to={listPath(filter)} className="btn btn-outline">
        {say("follows.page.list")}
      </Link>
    );
  if (sentTo !== null) {
    return (
      <DoneCard
        icon={{ name: "mail", className: "text-accent" }}
        title={say("follows.page.done")}
        text={say("follows.page.done.text", { email: sentTo })}
      >
        {back}
      </DoneCard>
    );
  }
  return (
    <div className="sheet mx-auto flex w-full max-w-lg flex-col gap-5 p-5 sm:p-8">
      <div>
        <h1 className="text-page">{say(about === "event" ? "follows.page.spot" : "follows.page")}</h1>
        <p className="mt-2">
          <span className="quiet block">{sayFollows(`follows.about.${about}`)}</span>
          <strong dir="auto" className="text-lg break-words">
            {name}
          </strong>
        </p>
      </div>
      <p className="wrap-anywhere">
        {session.status === "member"
          ? say(about === "event" ? "follows.page.member.spot" : "follows.page.member", { email: session.user.email })
          : say(about === "event" ? "follows.sheet.spot" : "follows.sheet.text")}
      </p>
      {session.status === "member" ? (
        <div className="flex flex-wrap gap-3 *:max-sm:grow">
          <FollowButton wish={wish} name={name} className="btn btn-primary" />
          {back}
        </div>
      ) : (
        <DraftedForm
          name="follow"
          label={say("follows.page")}
          errors={answer?.errors}
          className="flex flex-col gap-5"
          onSend={async ({ email = "", near = "" }) => {
            const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
            try {
              await ask((api) =>
                api.subscribe.$post({ json: near ? { email, near } : { email, follow: { ...wish, timeZone } } }),
              );
              setSentTo(email);
            } catch (error) {
              return refused(error);
            }
          }}
        >
          {(draft) => (
            <>
              {answer?.errors?.["form"] && (
                <p role="alert" className="font-medium text-error">
                  {answer.errors["form"]}
                </p>
              )}
              <EmailField label={say("follows.sheet.email")} defaultValue={answer?.values["email"] ?? draft["email"]} />
              {/* Of the newsletter's form, where what was typed is not known. */}
              {answer?.values["near"] && (
                <Field name="near" label={say("follows.page.near")} defaultValue={answer.values["near"]} />
              )}
              <div className="flex flex-wrap gap-3 *:max-sm:grow">
                <SubmitButton busy={say("loading")}>{say("follows.sheet.submit")}</SubmitButton>
                {back}
              </div>
            </>
          )}
        </DraftedForm>
      )}
    </div>
  );
}
