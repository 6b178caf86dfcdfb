import { useState } from "react";

import { byYear, isProvable, sumsOf } from "#domain/records/rules.ts";
import type { VolunteerRecord } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/record";
import { Link } from "../addresses.ts";
import { pageMeta } from "../page-meta.ts";
import { ChosenBar } from "../records/chosen-bar.tsx";
import { MakeProof } from "../records/make-proof.tsx";
import { Proofs } from "../records/proofs.tsx";
import { EntryRow } from "../records/entry-row.tsx";
import { RecordFiles, RecordSums } from "../records/record-sums.tsx";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackToAll } from "../ui/back-to-all.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

import "../records/record.css";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/account/record", title: say("record.title"), forMembers: true });

const fetchRecord = () => ask((api) => api.account.record.$get({}));

/** A volunteer's record by year, and the proofs of it that they show others. */
export default function RecordPage() {
  const { asked, again } = useAnswer(fetchRecord);
  const isFilled = asked.status === "there" && asked.answer.entries.length + asked.answer.credentials.length > 0;
  if (isFilled) return <Filled record={asked.answer} onChanged={again} />;
  return (
    <div className="record">
      <Head />
      <Answered asked={asked} again={again} failed={say("record.failed")} cards={2}>
        {() => (
          <EmptyState title={say("record.empty")} text={say("record.empty.text")}>
            <Link to="/upcoming-events" className="btn btn-primary">
              {say("record.empty.find")}
            </Link>
          </EmptyState>
        )}
      </Answered>
    </div>
  );
}

const Head = () => (
  <>
    <BackToAll to="/account" text={say("record.back")} />
    <div>
      <h1 className="text-page">{say("record.title")}</h1>
      <p className="quiet text-lg">{say("record.lead")}</p>
    </div>
  </>
);

function Filled({ record, onChanged }: { record: VolunteerRecord; onChanged: () => void }) {
  const provable = record.entries.filter(isProvable);
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set());
  const [isMaking, setIsMaking] = useState(false);
  /** The number of the newest proof, which is shown as soon as the record includes it. */
  const [made, setMade] = useState<string | null>(null);
  const chosen = provable.filter(({ eventId }) => !left.has(eventId));

  function choose(eventId: string, isChosen: boolean) {
    const next = new Set(left);
    if (isChosen) next.delete(eventId);
    else next.add(eventId);
    setLeft(next);
  }
  const isAll = chosen.length === provable.length;
  const chooseAll = () => setLeft(new Set(isAll ? provable.map(({ eventId }) => eventId) : []));

  return (
    <>
      <div className="record">
        <Head />
        <RecordSums sums={record.sums} />
        <Proofs credentials={record.credentials} made={made} onChanged={onChanged} />
        {provable.length > 0 && (
          <div className="-mb-1 mt-1 flex items-baseline justify-between gap-3">
            <p className="text-balance">{say("record.choose.text")}</p>
            <button type="button" className="record-link flex-none" onClick={chooseAll}>
              {say(isAll ? "record.none" : "record.all")}
            </button>
          </div>
        )}
        {byYear(record.entries).map(({ year, entries }) => (
          <section key={year} aria-labelledby={`year-${year}`} className="sheet p-4.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2">
              <h2 id={`year-${year}`} className="text-part">
                {String(year)}
              </h2>
              <p className="font-semibold">
                {say("record.year", {
                  count: entries.length,
                  hours: say("outcome.hours", { count: sumsOf(entries).all.hours }),
                })}
              </p>
            </div>
            <ul>
              {entries.map((entry) => (
                <EntryRow
                  key={entry.eventId}
                  entry={entry}
                  isChosen={!left.has(entry.eventId)}
                  onChoose={choose}
                  onChanged={onChanged}
                />
              ))}
            </ul>
          </section>
        ))}
        <RecordFiles record={record} />
      </div>
      {provable.length > 0 && <ChosenBar chosen={chosen} isQuiet={made !== null} onShow={() => setIsMaking(true)} />}
      {isMaking && (
        <MakeProof
          name={record.name}
          events={chosen.map(({ eventId }) => eventId)}
          onMade={(id) => {
            setMade(id);
            onChanged();
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
    </>
  );
}
