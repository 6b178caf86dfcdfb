import { type ReactNode, useCallback, useState } from "react";

import { momentOf } from "#domain/events/rules.ts";
import type { WholeReview } from "#domain/reports/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/host-report";
import { type Address, Link } from "../addresses.ts";
import { skyOf } from "../events/event-picture.tsx";
import { NameOwner } from "../hosting/name-owner.tsx";
import { ReasonDialog } from "../hosting/reason-dialog.tsx";
import { pageMeta } from "../page-meta.ts";
import { type Deed, deedsOf } from "../reports/deeds.ts";
import { ReviewBadges } from "../reports/review-badges.tsx";
import { ReviewEntry, ReviewHistory } from "../reports/review-history.tsx";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackToAll } from "../ui/back-to-all.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { Icon } from "../ui/icon.tsx";

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({ matches, path: `/host/reports/${params.id}`, title: say("host.reports.title"), forMembers: true });

const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A review, with what a host needs to decide and the possible decisions. */
export default function HostReport({ params: { id } }: Route.ComponentProps) {
  const fetchReview = useCallback(() => ask((api) => api.host.reviews[":id"].$get({ param: { id } })), [id]);
  const { asked, again } = useAnswer(fetchReview);
  const [deed, setDeed] = useState<Deed | null>(null);
  if (asked.status !== "there") return <Answered asked={asked} again={again} cards={1} />;
  const review = asked.answer;
  const deeds = deedsOf(review);
  return (
    <div className="flex flex-col gap-6">
      <BackToAll to="/host/reports" text={say("host.review.back")} />
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="min-w-0 flex-[1_1_20rem]">
            <p className="flex flex-wrap items-center gap-2 empty:hidden">
              {review.title !== null && <span className="quiet">{say(`review.about.${review.about}`)}</span>}
              <ReviewBadges review={review} />
            </p>
            <h1 dir="auto" className="mt-1 text-page break-words">
              {review.title ?? say(`review.gone.${review.about}`)}
            </h1>
          </div>
          {deeds.length > 0 && <Deeds deeds={deeds} onPress={setDeed} />}
        </div>
        <Facts review={review} />
        {review.about === "community" && review.title !== null && (
          <div>
            <NameOwner id={review.subjectId} title={review.title} onDone={again} />
          </div>
        )}
      </div>
      <Parts review={review} />
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

/** The possible decisions: beside the title; on small screens at the bottom, within reach of the thumb. */
const Deeds = ({ deeds, onPress }: { deeds: Deed[]; onPress: (deed: Deed) => void }) => (
  <div className="host-deeds join-bar">
    {deeds.map((deed, index) => (
      <button
        key={deed}
        type="button"
        className={`btn ${deed === "delete" ? "btn-error" : index === 0 ? "btn-primary" : ""}`}
        onClick={() => onPress(deed)}
      >
        {say(`host.decide.${deed}`)}
      </button>
    ))}
  </div>
);

const wayOut = "-mb-2.5 inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4";

function Facts({ review: { path, owner, begins, participant } }: { review: WholeReview }) {
  const facts = [
    ...(begins ? [{ label: say("host.review.begins"), text: momentOf(new Date(begins), zone()) }] : []),
    ...(participant === null ? [] : [{ label: say("host.review.joined"), text: String(participant) }]),
  ];
  if (!path && !owner && facts.length === 0) return null;
  return (
    <div className="flex flex-wrap items-end gap-x-10 gap-y-1">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt className="quiet text-sm">{label}</dt>
            <dd className="font-semibold">{text}</dd>
          </div>
        ))}
        {owner && (
          <div className="min-w-0">
            <dt className="quiet text-sm">{say("host.review.owner")}</dt>
            <dd className="flex flex-wrap gap-x-3 break-words">
              <Link
                to={`/host/members/${owner.id}`}
                dir="auto"
                className="-my-2.5 py-2.5 font-semibold underline underline-offset-4"
              >
                {owner.name || owner.email}
              </Link>
              <a href={`mailto:${owner.email}`} className="-my-2.5 py-2.5 underline underline-offset-4">
                <EmailText email={owner.email} />
              </a>
            </dd>
          </div>
        )}
      </dl>
      {path && (
        <Link to={path as Address} className={wayOut}>
          <Icon name="eye" className="size-5" />
          {say("host.review.page")}
        </Link>
      )}
    </div>
  );
}

const part = "sheet flex flex-col gap-3 p-4 sm:p-6";

/**
 * The reports, the decisions and the subject. If the subject is a picture and stands beside them, it comes first, as
 * that is what a host judges.
 */
function Parts({ review }: { review: WholeReview }) {
  const { about, text, picture, pictures } = review;
  const isPicture = /pictures?$|^photo$/.test(about);
  const words = text && (
    <p dir="auto" className="mt-0 break-words whitespace-pre-line">
      {text}
    </p>
  );
  const addresses = pictures.length > 0 || picture === null ? pictures : [picture];
  const shown =
    addresses.length > 0 &&
    addresses.map((address) => <Picture key={address} address={address} eventType={review.eventType} />);
  if (isPicture && shown) {
    return (
      <div className={parts}>
        <div className="max-lg:contents lg:grid lg:gap-6">
          <ReviewHistory review={review} className={part} />
          <Said review={review} />
          {words && (
            <Part title={say("host.review.what")} className="max-lg:order-1">
              {words}
            </Part>
          )}
        </div>
        <Part title={say("host.review.picture")} className="lg:-order-1">
          {shown}
        </Part>
      </div>
    );
  }
  return (
    <div className={parts}>
      <div className="grid gap-6">
        <ReviewHistory review={review} className={part} />
        <Said review={review} />
      </div>
      {(words || shown) && (
        <Part title={say("host.review.what")}>
          {words}
          {shown}
        </Part>
      )}
    </div>
  );
}

/** Two columns; on small screens one below the other. */
const parts =
  "grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:*:only:col-span-full lg:*:only:max-w-3xl";

const Part = ({ title, className = "", children }: { title: string; className?: string; children: ReactNode }) => (
  <section aria-label={title} className={`${part} ${className}`}>
    <h2 className="text-small">{title}</h2>
    {children}
  </section>
);

/** The whole picture, uncropped and at full brightness; a drawing if it fails to load. */
function Picture({ address, eventType }: { address: string; eventType: WholeReview["eventType"] }) {
  const [failed, setFailed] = useState(false);
  const scene = eventType ?? "empty";
  if (failed)
    return (
      <figure>
        <Drawing scene={scene} sky={skyOf(scene)} className="aspect-[16/10] rounded-field" />
        <figcaption className="quiet mt-2 text-sm">{say("host.review.picture.gone")}</figcaption>
      </figure>
    );
  return (
    <img
      src={address}
      alt={say("host.review.picture")}
      referrerPolicy="no-referrer"
      className="max-h-[36rem] w-full max-sm:max-h-50 rounded-field object-contain"
      onError={() => setFailed(true)}
    />
  );
}

function Said({ review: { said } }: { review: WholeReview }) {
  return (
    <Part title={say("host.review.said")}>
      {said.length === 0 && <p className="quiet mt-0">{say("host.review.said.none")}</p>}
      <ul className="review-entries">
        {said.map(({ reason, words, by, at }, index) => (
          <li key={`${at}${index}`}>
            <ReviewEntry
              label={say(`report.reason.${reason}`)}
              text={words}
              told={[say(`host.review.by.${by}`), momentOf(new Date(at), zone())]}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}
