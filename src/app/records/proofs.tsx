import { useState } from "react";

import type { Credential } from "#domain/records/shapes.ts";
import { say } from "#messages/records.ts";

import { Link } from "../addresses.ts";
import { askFile } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { Icon } from "../ui/icon.tsx";
import { copyText } from "../ui/copy-text.ts";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.tsx";
import { dayIn } from "./entry-words.ts";
import { TakeBack } from "./take-back.tsx";

/** The proofs that somebody has made, and what can be done with each; those that no longer count are folded away. */
export function Proofs({ credentials, onChanged }: { credentials: Credential[]; onChanged: () => void }) {
  const counting = credentials.filter(({ revokedAt }) => revokedAt === null);
  const gone = credentials.filter(({ revokedAt }) => revokedAt !== null);
  if (credentials.length === 0) return null;
  return (
    <section aria-labelledby="proofs" className="sheet record-part">
      <h2 id="proofs" tabIndex={-1}>
        {say("record.proofs")}
      </h2>
      <ul>
        {counting.map((credential) => (
          <Proof key={credential._id} credential={credential} onChanged={onChanged} />
        ))}
      </ul>
      {gone.length > 0 && (
        <details>
          <summary className="record-fold">{say("record.gone", { count: gone.length })}</summary>
          <ul>
            {gone.map(({ _id, label, revokedAt, madeAt, revokedBy }) => (
              <li key={_id} className="record-proof">
                <h3 dir="auto">{label || say("record.proof")}</h3>
                <p className="quiet">
                  {say(`record.gone.${goneBy(revokedBy)}`, { date: hereOn(revokedAt ?? madeAt) })}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** The account is there, so it was somebody or something else. */
const goneBy = (by: Credential["revokedBy"]) =>
  by === "organizer" || by === "host" || by === "asserter" ? by : "member";

const hereOn = (moment: string) => dayIn(moment, new Intl.DateTimeFormat().resolvedOptions().timeZone);

function Proof({ credential, onChanged }: { credential: Credential; onChanged: () => void }) {
  const [isEnding, setIsEnding] = useState(false);
  const { _id: id, events, hours, madeAt } = credential;
  const label = credential.label || say("record.proof");

  async function copy() {
    const link = `${location.origin}/verify/${id}`;
    if (await copyText(link)) toast("success", say("record.proof.copied"));
    else toast("error", say("record.proof.not_copied", { link }));
  }

  async function save() {
    try {
      const file = await askFile((api) => api.account.credentials[":id"].file.$get({ param: { id } }));
      saveFile("volunteer-record.jwt", file);
    } catch (error) {
      refused(error);
    }
  }

  return (
    <li className="record-proof">
      <h3 dir="auto" className="wrap-anywhere">
        {label}
      </h3>
      <p className="quiet">
        {say("record.proof.of", {
          count: events,
          hours: say("outcome.hours", { count: hours }),
          date: hereOn(madeAt),
        })}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <button
          type="button"
          aria-label={say("record.proof.copy_of", { label })}
          className="btn btn-secondary"
          onClick={() => void copy()}
        >
          <Icon name="copy" />
          {say("record.proof.copy")}
        </button>
        <Link to={`/verify/${id}`} aria-label={say("record.proof.see_of", { label })} className="btn btn-outline">
          {say("record.proof.see")}
        </Link>
        <Link
          to={`/account/record/print?proof=${id}`}
          aria-label={say("record.proof.print_of", { label })}
          className="btn btn-outline"
        >
          <Icon name="printer" />
          {say("record.proof.print")}
        </Link>
        <button
          type="button"
          aria-label={say("record.proof.file_of", { label })}
          className="btn btn-outline"
          onClick={() => void save()}
        >
          <Icon name="download" />
          {say("record.proof.file")}
        </button>
        <button
          type="button"
          aria-label={say("record.proof.take_back_of", { label })}
          className="btn btn-outline"
          onClick={() => setIsEnding(true)}
        >
          {say("record.proof.take_back")}
        </button>
      </div>
      {isEnding && <TakeBack id={id} label={label} onDone={onChanged} onClose={() => setIsEnding(false)} />}
    </li>
  );
}
