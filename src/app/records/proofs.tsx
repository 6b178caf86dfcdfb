import { useEffect, useRef, useState } from "react";

import type { Credential } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { askFile } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { Fold } from "../ui/fold.tsx";
import { Icon } from "../ui/icon.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { fromMenu, MoreMenu } from "../ui/more-menu.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.tsx";
import { hereOn, whyGone } from "./gone-words.ts";
import { TakeBack } from "./take-back.tsx";

import "./proofs.css";

type ProofsProps = {
  credentials: Credential[];
  /** The number of the newest proof, made on this visit. */
  made: string | null;
  onChanged: () => void;
};

/** A volunteer's proofs with their actions; those that no longer count are folded away. */
export function Proofs({ credentials, made, onChanged }: ProofsProps) {
  const counting = credentials.filter(({ revokedAt }) => revokedAt === null);
  const gone = credentials.filter(({ revokedAt }) => revokedAt !== null);
  if (credentials.length === 0) return null;
  return (
    <section aria-labelledby="proofs" className="sheet p-4.5">
      <h2 id="proofs" className="text-part">
        {say("record.proofs")}
      </h2>
      <ul>
        {counting.map((credential) => (
          <Proof key={credential._id} credential={credential} isNew={credential._id === made} onChanged={onChanged} />
        ))}
      </ul>
      {gone.length > 0 && (
        <Fold
          words={say("record.gone", { count: gone.length })}
          className="mt-3.5 border-t border-base-300 pt-3.5 [&>summary]:-my-2.5"
        >
          <ul className="mt-2">
            {gone.map((credential) => (
              <li key={credential._id} className="record-proof">
                <h3 dir="auto">{credential.label || say("record.proof")}</h3>
                <p className="quiet">{whyGone(credential)}</p>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </section>
  );
}

type ProofProps = { credential: Credential; isNew: boolean; onChanged: () => void };

function Proof({ credential, isNew, onChanged }: ProofProps) {
  const [isEnding, setIsEnding] = useState(false);
  const { _id: id, events, hours, madeAt } = credential;
  const label = credential.label || say("record.proof");
  const heading = useRef<HTMLHeadingElement>(null);

  // A new proof is scrolled to, and focus moves to its actions.
  useEffect(() => {
    if (!isNew) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.parentElement?.scrollIntoView({ block: "center" });
  }, [isNew]);

  async function save() {
    try {
      const file = await askFile((api) => api.account.credentials[":id"].file.$get({ param: { id } }));
      saveFile("volunteer-record.jwt", file);
    } catch (error) {
      refused(error);
    }
  }

  return (
    <li className="record-proof" data-new={isNew || undefined}>
      {isNew && (
        <p id={`${id}-made`} className="mb-2 flex gap-2 font-semibold text-primary">
          <Icon name="circle-check" className="mt-0.5 size-5" />
          {say("record.proof.made")}
        </p>
      )}
      <h3
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="wrap-anywhere"
        aria-describedby={isNew ? `${id}-made` : undefined}
      >
        {label}
      </h3>
      <p className="quiet">
        {say("record.proof.of", {
          count: events,
          hours: say("outcome.hours", { count: hours }),
          date: hereOn(madeAt),
        })}
      </p>
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <CopyButton
          text={() => `${location.origin}/verify/${id}`}
          label={say("record.proof.copy_of", { label })}
          done={say("record.proof.copied")}
          look={isNew ? "btn-primary" : ""}
          onRefused={(link) => toast("error", say("record.proof.not_copied", { link }))}
        >
          {say("record.proof.copy")}
        </CopyButton>
        <Link to={`/verify/${id}`} aria-label={say("record.proof.see_of", { label })} className="btn">
          {say("record.proof.see")}
        </Link>
        <MoreMenu id={`proof-${id}`} label={say("record.proof.more_of", { label })}>
          <Link to={`/account/record/print?proof=${id}`}>
            <Icon name="printer" />
            {say("record.proof.print")}
          </Link>
          <button type="button" onClick={fromMenu(() => void save())}>
            <Icon name="download" />
            {say("record.proof.file")}
          </button>
          <button type="button" className="apart" onClick={fromMenu(() => setIsEnding(true))}>
            <Icon name="undo-2" />
            {say("record.proof.take_back")}
          </button>
        </MoreMenu>
      </div>
      {isEnding && <TakeBack id={id} label={label} onDone={onChanged} onClose={() => setIsEnding(false)} />}
    </li>
  );
}
