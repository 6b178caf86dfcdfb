import { useCallback, useState } from "react";

import { dateOf, momentOf } from "#domain/events/rules.ts";
import type { WholeReview } from "#domain/reports/shapes.ts";
import { say } from "#messages/reports-host.ts";

import type { Route } from "./+types/host-report";
import { type Address, Link } from "../addresses.ts";
import { ReasonDialog } from "../hosting/reason-dialog.tsx";
import { pageMeta } from "../page-meta.ts";
import { ReviewBadges } from "../reports/review-badges.tsx";
import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { EmailText } from "../ui/email-text.tsx";
import { Failed } from "../ui/failed.tsx";
import { Icon } from "../ui/icon.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** What a host decides, in words; saying yes to what nobody has seen yet is showing it. */
type Deed = "none" | "hide" | "restore" | "approve" | "delete";

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({ matches, path: `/host/reports/${params.id}`, title: say("host.reports.title"), forMembers: true });

const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** One review with all that a host needs to decide, and what can be decided. */
export default function HostReport({ params: { id } }: Route.ComponentProps) {
  const fetchReview = useCallback(() => ask((api) => api.host.reviews[":id"].$get({ param: { id } })), [id]);
  const { asked, again } = useAnswer(fetchReview);
  const [deed, setDeed] = useState<Deed | null>(null);
  if (asked.status === "loading") return <Spinner cards={1} />;
  if (asked.status === "failed") return <Failed text={say("list.failed")} again={say("retry")} onAgain={again} />;
  const review = asked.answer;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <Link to="/host/reports" className="inline-flex min-h-11 items-center gap-2 self-start font-semibold">
        <Icon name="arrow-left" className="size-5" />
        {say("host.review.back")}
      </Link>
      <Head review={review} />
      <Shown review={review} />
      <Said review={review} />
      <Told review={review} />
      {review.decision === null && (
        <div className="flex flex-wrap gap-3">
          {deedsOf(review).map((each, index) => (
            <button
              key={each}
              type="button"
              className={`btn ${each === "delete" ? "btn-error" : index === 0 ? "btn-primary" : "btn-outline"}`}
              onClick={() => setDeed(each)}
            >
              {say(`host.decide.${each}`)}
            </button>
          ))}
        </div>
      )}
      {deed && (
        <ReasonDialog
          title={say(`host.decide.${deed}.title`)}
          text={say(`host.decide.${deed}.text`)}
          name={`decide.${id}`}
          submit={say(`host.decide.${deed}`)}
          done={say(`host.decide.${deed}.done`)}
          danger={deed === "delete"}
          act={(reason) => decide(id, deed, reason)}
          onDone={again}
          onClose={() => setDeed(null)}
        />
      )}
    </div>
  );
}

const decide = (id: string, deed: Deed, reason: string) =>
  ask((api) =>
    api.host.reviews[":id"].decision.$post({
      param: { id },
      json: { decision: deed === "approve" ? "restore" : deed, reason },
    }),
  );

/** What would change something; the likeliest first, and what cannot be undone last. */
function deedsOf({ title, hiddenAt, cause }: WholeReview): Deed[] {
  if (title === null) return ["none"];
  if (hiddenAt) return ["restore", "delete"];
  return cause === "report" ? ["none", "hide", "delete"] : ["approve", "delete"];
}

function Head({ review }: { review: WholeReview }) {
  const { about, title, path, owner, begins, participant } = review;
  const facts = [
    ...(begins ? [{ label: say("host.review.begins"), text: momentOf(new Date(begins), zone()) }] : []),
    ...(participant === null ? [] : [{ label: say("host.review.joined"), text: String(participant) }]),
  ];
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2">
        <span className="quiet">{say(`review.about.${about}`)}</span>
        <ReviewBadges review={review} />
      </p>
      <h1 dir="auto" className="mt-1 text-page break-words">
        {title ?? say("host.reports.gone")}
      </h1>
      <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt className="quiet text-sm">{label}</dt>
            <dd className="font-semibold">{text}</dd>
          </div>
        ))}
        {owner && (
          <div className="min-w-0">
            <dt className="quiet text-sm">{say("host.review.owner")}</dt>
            <dd dir="auto" className="font-semibold break-words">
              {owner.name}{" "}
              <a href={`mailto:${owner.email}`} className="font-normal underline underline-offset-4">
                <EmailText email={owner.email} />
              </a>
            </dd>
          </div>
        )}
      </dl>
      {path && (
        <Link to={path as Address} className="btn btn-outline mt-4">
          <Icon name="eye" className="size-5" />
          {say("host.review.page")}
        </Link>
      )}
    </div>
  );
}

const part = "sheet flex flex-col gap-3 p-5 sm:p-7";

/** What it is about: its words, and its picture as it is or was. */
function Shown({ review: { text, picture } }: { review: WholeReview }) {
  if (!text && !picture) return null;
  return (
    <section aria-labelledby="what" className={part}>
      <h2 id="what" className="text-xl">
        {say("host.review.what")}
      </h2>
      {picture && (
        <img
          src={picture}
          alt={say("host.review.picture")}
          referrerPolicy="no-referrer"
          className="picture max-h-72 w-full rounded-field bg-base-300 object-contain"
        />
      )}
      {text && (
        <p dir="auto" className="break-words whitespace-pre-line">
          {text}
        </p>
      )}
    </section>
  );
}

function Said({ review: { said } }: { review: WholeReview }) {
  return (
    <section aria-labelledby="said" className={part}>
      <h2 id="said" className="text-xl">
        {say("host.review.said")}
      </h2>
      {said.length === 0 && <p className="quiet">{say("host.review.said.none")}</p>}
      <ul className="flex flex-col divide-y divide-base-300">
        {said.map((report, index) => (
          <li key={`${report.at}${index}`} className="py-3 first:pt-0 last:pb-0">
            <p className="font-semibold">{say(`report.reason.${report.reason}`)}</p>
            {report.words && (
              <p dir="auto" className="break-words whitespace-pre-line">
                {report.words}
              </p>
            )}
            <p className="quiet mt-1 text-sm">
              {say(`host.review.by.${report.by}`)} · {momentOf(new Date(report.at), zone())}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the host said, and what its owner says to that. */
function Told({ review: { hiddenAt, hiddenFor, answer, decidedAt, decidedFor } }: { review: WholeReview }) {
  if (!hiddenAt && !answer && !decidedAt) return null;
  const entries = [
    ...(hiddenAt
      ? [{ label: say("host.review.hidden_for", { date: dateOf(new Date(hiddenAt), zone()) }), text: hiddenFor ?? "" }]
      : []),
    ...(hiddenAt || answer
      ? [{ label: say("host.review.answer"), text: answer ?? say("host.review.answer.none") }]
      : []),
    ...(decidedAt
      ? [
          {
            label: say("host.review.decided_for", { date: dateOf(new Date(decidedAt), zone()) }),
            text: decidedFor ?? "",
          },
        ]
      : []),
  ];
  return (
    <section aria-label={say("host.review.part")} className={part}>
      {entries.map(({ label, text }) => (
        <div key={label}>
          <h2 className="quiet font-sans text-sm tracking-normal">{label}</h2>
          <p dir="auto" className="break-words whitespace-pre-line">
            {text}
          </p>
        </div>
      ))}
    </section>
  );
}
