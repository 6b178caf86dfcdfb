import { useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";

import { getCommunity } from "#domain/communities/queries.ts";
import { getEvent } from "#domain/events/queries.ts";
import { eventPath } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { sendReport } from "#domain/reports/commands.ts";
import { findPublicOutcome } from "#domain/outcomes/queries.ts";
import { listShownPeople } from "#domain/participants/queries.ts";
import { reportReasons, reportWordsMax } from "#domain/reports/rules.ts";
import { invalid } from "#domain/refusal.ts";
import { ReportInput } from "#domain/reports/shapes.ts";
import type { About } from "#domain/reviews/rules.ts";
import { lengthOf } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/report";
import { type Address, Link } from "../addresses.ts";
import { formOf, orRefusal, sender, visitor, wrongIn } from "../context.ts";
import { pageMeta } from "../page-meta.ts";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useSession } from "../session/session.tsx";
import { Choice } from "../ui/choice.tsx";
import { CountedField } from "../ui/counted-field.tsx";
import { DoneCard } from "../ui/done-card.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";

/** A subject that can be reported from a page: the event, its picture, its organizer, or the faces of participants. */
type Thing = { about: About; id: string; label: string };
type Values = Readonly<Record<string, string>>;

/**
 * The subjects on the page that the reader came from: an event's page, a community's card, or a person on a list. The
 * page reveals nothing about that person.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(visitor);
  const query = new URL(request.url).searchParams;
  const [event, community, post, member] = ["event", "community", "post", "member"].map((name) => query.get(name));
  if (event) {
    const found = await orRefusal(context, getEvent(ctx, event));
    const people = await orRefusal(context, listShownPeople(ctx, found));
    const outcome = await orRefusal(context, findPublicOutcome(ctx, found));
    const things: Thing[] = [
      { about: "event", id: event, label: say("report.about.event") },
      ...(found.thumbnailUrl
        ? [{ about: "event_picture", id: event, label: say("report.about.event_picture") } as const]
        : []),
      ...(outcome && outcome.pictures.length > 0
        ? [{ about: "outcome_pictures", id: event, label: say("report.about.outcome_pictures") } as const]
        : []),
      ...organizerIn(found),
      ...people.map(({ memberId: id, name, hasPhoto }) =>
        hasPhoto
          ? ({ about: "photo", id, label: say("report.about.face", { name }) } as const)
          : ({ about: "name", id, label: say("report.about.face_name", { name }) } as const),
      ),
    ];
    return { key: event, title: found.title, things };
  }
  if (community) {
    const found = await orRefusal(context, getCommunity(ctx, community));
    const things: Thing[] = [
      ...(post ? [{ about: "community_post", id: post, label: say("report.about.community_post") } as const] : []),
      { about: "community", id: community, label: say("report.about.community") },
      ...(found.image
        ? [{ about: "community_picture", id: community, label: say("report.about.community_picture") } as const]
        : []),
    ];
    return { key: community, title: found.title, things };
  }
  const things: Thing[] = (member ? (["name", "photo"] as const) : []).map((about) => ({
    about,
    id: member ?? "",
    label: say(`report.about.${about}`),
  }));
  return { key: member ?? "", title: "", things };
}

/** The organizer of an event, as its page names them: a member, or the community that it belongs to. */
function organizerIn({ organizerId, organizerPhoto, community }: Event): Thing[] {
  const [id, name, photo] = community
    ? ([community.id, "community", "community_picture"] as const)
    : ([organizerId, "name", "photo"] as const);
  return [
    { about: name, id, label: say(community ? "report.about.community" : "report.about.organizer_name") },
    ...(organizerPhoto
      ? [
          {
            about: photo,
            id,
            label: say(community ? "report.about.community_picture" : "report.about.organizer_photo"),
          },
        ]
      : []),
  ];
}

/** The form as sent without script, by an unknown caller. */
export async function action({
  context,
  request,
}: Route.ActionArgs): Promise<{ errors?: FieldErrors; values: Values }> {
  const values = await formOf(request);
  try {
    const input = ReportInput.safeParse(inputOf(values));
    if (!input.success) throw invalid(input.error);
    await sendReport({ ...context.get(visitor), ...context.get(sender) }, input.data);
    return { values };
  } catch (error) {
    return { errors: byQuestion(wrongIn(error)), values };
  }
}

/** The kind and the id of the subject belong to one question. */
const byQuestion = ({ about, id, ...errors }: FieldErrors): FieldErrors => {
  const thing = about ?? id;
  return thing ? { ...errors, thing } : errors;
};

/** The request from the chosen and typed values; without an address if that is empty. */
function inputOf({ thing = "", reason = "", words = "", email = "" }: Values) {
  const [about = "", id = ""] = thing.split(":");
  return { about, id, reason, words, ...(email.trim() && { email }) } as ReportInput;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/report", title: say("report.title"), forMembers: true });

/** Reports an event, a community, a picture or a name: one question after the other, on one page. */
export default function Report({ loaderData: { key, title: found, things }, actionData }: Route.ComponentProps) {
  const session = useSession();
  const [sent, setSent] = useState(false);
  const name = useNameHandedOn();
  const title = found || name;
  const back: Address = things[0]?.about === "event" ? eventPath(key) : "/community";

  async function send(values: Values): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.reports.$post({ json: inputOf(values) }));
      setSent(true);
    } catch (error) {
      return byQuestion(refused(error, say("report.failed"), say("typed.kept")));
    }
  }

  if (sent || (actionData && !actionData.errors)) return <Sent back={found ? back : null} />;
  const isOneself = session.status === "member" && session.user.id === key;
  if (things.length === 0 || isOneself) return <Nothing />;
  const typed = actionData?.values ?? {};
  return (
    <div className="sheet mx-auto flex w-full max-sm:mt-1 max-w-2xl flex-col gap-6 p-5 sm:p-8">
      <div>
        <h1 className="text-page">{say("report.title")}</h1>
        <p className="quiet text-lg">{say("report.lead")}</p>
        {title && (
          <p className="mt-2">
            <span className="quiet">{say("report.of")}:</span>{" "}
            <strong dir="auto" className="break-words">
              {title}
            </strong>
          </p>
        )}
      </div>
      <DraftedForm
        name={`report.${key}`}
        label={say("report.title")}
        errors={actionData?.errors}
        className="flex flex-col gap-6"
        check={({ reason, words = "" }) =>
          reason === "other" && words.trim() === ""
            ? { words: say("rule.report.words.required") }
            : lengthOf(words.trim()) > reportWordsMax
              ? { words: say("rule.report.words.too_long") }
              : {}
        }
        onSend={send}
      >
        {(draft) => (
          <>
            {actionData?.errors?.["form"] && (
              <p role="alert" className="font-medium text-error">
                {actionData.errors["form"]}
              </p>
            )}
            <Choice
              name="thing"
              legend={say("report.about")}
              whenMissing={say("rule.report.about")}
              initial={typed["thing"] ?? draft["thing"] ?? firstOf(things)}
              options={things.map((thing) => ({ value: valueOf(thing), label: thing.label }))}
            />
            <Choice
              name="reason"
              legend={say("report.reason")}
              whenMissing={say("rule.report.reason")}
              initial={typed["reason"] ?? draft["reason"] ?? ""}
              options={reportReasons.map((reason) => ({ value: reason, label: say(`report.reason.${reason}`) }))}
            />
            <CountedField
              name="words"
              label={say("report.words")}
              max={reportWordsMax}
              full={say("rule.report.words.too_long")}
              placeholder={say("report.words.placeholder")}
              initial={typed["words"] ?? draft["words"] ?? ""}
              multiline
              rows={4}
            />
            {session.status !== "member" && (
              <EmailField
                label={say("report.email")}
                hint={say("report.email.hint")}
                defaultValue={typed["email"] ?? draft["email"]}
              />
            )}
            <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
              <SubmitButton busy={say("report.submitting")} className="max-sm:w-full">
                {say("report.submit")}
              </SubmitButton>
              <p className="quiet text-sm">{say("report.urgent")}</p>
            </div>
          </>
        )}
      </DraftedForm>
    </div>
  );
}

/** The person's name, from the list that the reader came from: the server does not say whose an address is. */
function useNameHandedOn(): string {
  const { state } = useLocation() as { state: { name?: string } | null };
  return useSyncExternalStore(
    () => () => {},
    () => state?.name ?? "",
    () => "",
  );
}

const valueOf = ({ about, id }: Thing) => `${about}:${id}`;
/** The most common subject, which is chosen at first; for a person no subject is likelier. */
const firstOf = ([first]: Thing[]) => (first && first.about !== "name" ? valueOf(first) : "");

const Sent = ({ back }: { back: Address | null }) => (
  <DoneCard title={say("report.done")} text={say("report.done.text")}>
    {back && (
      <Link to={back} className="btn">
        {say(back === "/community" ? "report.back.community" : "report.back")}
      </Link>
    )}
  </DoneCard>
);

function Nothing() {
  return (
    <div className="sheet mx-auto flex max-w-lg max-sm:mt-1 flex-col items-center gap-4 px-6 py-14 text-center">
      <h1 className="text-page">{say("report.missing.title")}</h1>
      <p className="quiet text-lg text-balance">{say("report.missing.text")}</p>
      <Link to="/contact" className="btn">
        {say("report.missing.contact")}
      </Link>
    </div>
  );
}
