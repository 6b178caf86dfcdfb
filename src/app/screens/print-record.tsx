import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";

import type { Credential, Verification, VolunteerRecord } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/print-record";
import { Link } from "../addresses.ts";
import { pageMeta } from "../page-meta.ts";
import { whyGone } from "../records/gone-words.ts";
import { RecordSheet } from "../records/record-sheet.tsx";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackButton } from "../ui/back-button.tsx";
import { Icon } from "../ui/icon.tsx";

import "../records/sheet.css";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/account/record/print", title: say("record.sheet.title"), forMembers: true });

type Sheet = { record: VolunteerRecord; proof: Verification | null };

/** A record in print: that of a proof with its code, or the whole record without one. */
export default function PrintRecord() {
  const id = useSearchParams()[0].get("proof");
  const { asked, again } = useAnswer(useCallback(() => sheetOf(id), [id]));
  return (
    <div className="record-paper">
      <div className="record-tools">
        <BackButton otherwise="/account/record" />
        <h1 className="text-page">{say(id === null ? "record.sheet.title" : "record.sheet.title.proof")}</h1>
      </div>
      <Answered asked={asked} again={again} failed={say("record.sheet.failed")}>
        {({ answer }) =>
          id !== null && !answer.proof?.shown ? (
            <Gone credential={answer.record.credentials.find(({ _id }) => _id === id)} />
          ) : (
            <Printable {...answer} />
          )
        }
      </Answered>
    </div>
  );
}

/** A proof that no longer exists counts as an answer. */
async function sheetOf(id: string | null): Promise<Sheet> {
  const record = await ask((api) => api.account.record.$get({}));
  if (id === null) return { record, proof: null };
  try {
    return { record, proof: await ask((api) => api.credentials[":id"].$get({ param: { id } })) };
  } catch (error) {
    if (isRefusal(error, "not_found")) return { record, proof: null };
    throw error;
  }
}

/** Says why there is nothing to print, as precisely as known, and leads on. */
function Gone({ credential }: { credential: Credential | undefined }) {
  return (
    <div className="record-tools sheet flex flex-col items-start gap-3 p-5 text-lg">
      {credential && <p className="font-semibold">{whyGone(credential)}</p>}
      <p>{say(credential ? "record.sheet.gone" : "record.sheet.gone.unknown")}</p>
      <Link to="/account/record" className="btn btn-primary">
        {say("record.sheet.gone.back")}
      </Link>
    </div>
  );
}

function Printable({ record, proof }: Sheet) {
  const [withOwn, setWithOwn] = useState(false);
  const [isLarge, setIsLarge] = useState(false);
  const hasOwn = record.sums.own.events > 0;
  return (
    <>
      <div className="record-tools flex flex-col gap-4">
        <p className="quiet max-w-prose">{say(proof ? "record.sheet.lead" : "record.sheet.lead.whole")}</p>
        {proof && hasOwn && (
          <label className="flex min-h-11 cursor-pointer items-center gap-3 self-start">
            <input
              type="checkbox"
              className="tick"
              checked={withOwn}
              onChange={({ target }) => setWithOwn(target.checked)}
            />
            {say("record.sheet.own")}
          </label>
        )}
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-primary" onClick={() => window.print()}>
            <Icon name="printer" />
            {say("record.sheet.print")}
          </button>
          <button type="button" className="btn record-larger" onClick={() => setIsLarge(!isLarge)}>
            {say(isLarge ? "record.sheet.smaller" : "record.sheet.larger")}
          </button>
        </div>
      </div>
      <RecordSheet record={record} proof={proof} withOwn={withOwn || !proof} isLarge={isLarge} />
    </>
  );
}
