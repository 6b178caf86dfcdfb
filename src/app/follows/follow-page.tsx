import { useState } from "react";

import { eventPath, listPath } from "#domain/events/rules.ts";
import { hasEnd } from "#domain/follows/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useSession } from "../session/session.tsx";
import { TownField } from "../session/town-field.tsx";
import { DoneCard } from "../ui/done-card.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { FollowButton } from "./follow-button.tsx";
import type { Wish } from "./own-follows.ts";

/** The result of a form sent without script. */
export type FollowAnswer = { values: Readonly<Record<string, string>>; errors?: FieldErrors };

type FollowPageProps = { wish: Wish; name: string; answer: FollowAnswer | undefined };

/** Follows one subject: for visitors by a form that works without script, for members by a press. */
export function FollowPage({ wish, name, answer }: FollowPageProps) {
  const session = useSession();
  const [sentTo, setSentTo] = useState(answer && !answer.errors ? (answer.values["email"] ?? "") : null);
  // The sent values can be corrected.
  const [typed, setTyped] = useState(answer?.values ?? {});
  const { about, id = "", filter = "" } = wish;
  const isSpot = about === "event";
  const isNewsletter = about === "filter" && filter === "";
  const paceText = hasEnd(filter) ? "follows.sheet.text.daily" : "follows.sheet.text";
  const [title, submit] = isSpot
    ? [say("follows.sheet.title.spot"), say("follows.sheet.submit.spot")]
    : isNewsletter
      ? [say("follows.page.newsletter"), say("follows.page.newsletter.submit")]
      : [about === "filter" ? say("follows.page") : say("follows.sheet.title", { name }), say("follows.sheet.submit")];
  const back =
    about === "event" ? (
      <Link to={eventPath(id)} className="btn">
        {say("follows.page.event")}
      </Link>
    ) : (
      <Link to={listPath(filter)} className="btn">
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
        <div className="mt-2 flex flex-wrap justify-center gap-3 *:max-sm:grow">
          {/* The form, also without script. */}
          <a
            href={`/newsletter?${new URLSearchParams({ [about]: about === "filter" ? filter : id })}`}
            className="btn"
            onClick={(event) => {
              event.preventDefault();
              setSentTo(null);
            }}
          >
            {say("follows.page.correct")}
          </a>
          {back}
        </div>
      </DoneCard>
    );
  }
  return (
    <div className="sheet mx-auto flex w-full max-w-lg flex-col gap-5 p-5 sm:p-8">
      <div>
        <h1 className="text-page break-words">{title}</h1>
        {(isSpot || (about === "filter" && !isNewsletter)) && (
          <p dir="auto" className="mt-2 text-lg font-bold break-words">
            {name}
          </p>
        )}
      </div>
      <p className="wrap-anywhere">
        {session.status === "member"
          ? say(isSpot ? "follows.page.member.spot" : "follows.page.member", { email: session.user.email })
          : say(isSpot ? "follows.sheet.text.spot" : isNewsletter ? "follows.page.newsletter.text" : paceText)}
      </p>
      {session.status === "member" ? (
        <div className="flex flex-wrap gap-3 *:max-sm:grow">
          <FollowButton wish={wish} name={name} className="btn btn-primary" />
          {back}
        </div>
      ) : (
        <DraftedForm
          name="follow"
          label={title}
          errors={answer?.errors}
          className="flex flex-col gap-5"
          onSend={async ({ email = "", near = "" }) => {
            const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
            try {
              await ask((api) =>
                api.subscribe.$post({
                  json: isNewsletter ? { email, near } : { email, follow: { ...wish, timeZone } },
                }),
              );
              setTyped({ email, near });
              setSentTo(email);
            } catch (error) {
              const { filter: ofTown, ...others } = refused(error);
              return { ...others, ...(ofTown && { near: ofTown }) };
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
              <EmailField label={say("follows.sheet.email")} defaultValue={typed["email"] ?? draft["email"]} />
              {isNewsletter && (
                <TownField label={say("follows.page.near")} defaultValue={typed["near"] ?? draft["near"]} />
              )}
              <div className="flex flex-wrap gap-3 *:max-sm:grow">
                <SubmitButton busy={say("loading")}>{submit}</SubmitButton>
                {back}
              </div>
            </>
          )}
        </DraftedForm>
      )}
    </div>
  );
}
