import { type DragEvent, useState } from "react";

import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { type Checked, checkFile, fileMax } from "./check-file.ts";

type State = { file: string; checked: Checked | null };

/**
 * Takes a credential's file and says whether it is as we signed it. The file stays on this device.
 * @param number the number of the record on this page, if there is one
 * @param onChecked called when there is a result
 */
export function FileCheck({ number, onChecked }: { number?: string; onChecked: () => void }) {
  const [state, setState] = useState<State | null>(null);
  const [isOver, setIsOver] = useState(false);

  async function take(file: File | undefined) {
    if (!file) return;
    setState({ file: file.name, checked: null });
    const text = file.size > fileMax ? "" : await file.text().catch(() => "");
    const checked = await checkFile(text, location.origin, fetchKeys);
    setState({ file: file.name, checked });
    onChecked();
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  }

  return (
    <section aria-label={say("verify.file")} className="flex flex-col gap-4">
      <div role="status" className="contents">
        {state && !state.checked && (
          <p className="sheet verify-part">{say("verify.file.checking", { file: state.file })}</p>
        )}
        {state?.checked && <Result file={state.file} checked={state.checked} number={number ?? ""} />}
      </div>
      <div
        className="verify-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <p className="text-balance">
          <strong>{say(state?.checked ? "verify.file.again" : "verify.file")}</strong>{" "}
          <span className="verify-drop-here">{say("verify.file.drop")}</span> {say("verify.file.text")}
        </p>
        <label className="btn">
          <Icon name="file-check" />
          {say(state?.checked ? "verify.file.choose.again" : "verify.file.choose")}
          <input
            type="file"
            accept=".jwt,.jws,.txt,text/plain"
            className="sr-only"
            onChange={({ target }) => {
              void take(target.files?.[0]);
              target.value = "";
            }}
          />
        </label>
      </div>
    </section>
  );
}

async function fetchKeys() {
  const answer = await fetch("/.well-known/jwks.json");
  if (!answer.ok) throw new Error(`the keys: ${answer.status}`);
  return ((await answer.json()) as { keys: (JsonWebKey & { kid: string })[] }).keys;
}

const titles = {
  altered: "verify.file.altered",
  foreign: "verify.file.foreign",
  unreadable: "verify.file.unreadable",
  failed: "verify.file.failed",
} as const;

const texts = {
  altered: "verify.file.altered.text",
  foreign: "verify.file.foreign.text",
  unreadable: "verify.file.unreadable.text",
  failed: "verify.file.failed.text",
} as const;

function Result({ file, checked, number }: { file: string; checked: Checked; number: string }) {
  const isSigned = checked.result === "signed";
  // A file alone does not show whether the proof was revoked.
  const verdict = !isSigned ? "broken" : checked.number === number ? "valid" : "signed";
  return (
    <div className="verify-verdict" data-verdict={verdict}>
      <Icon name={isSigned ? "shield-check" : "triangle-exclamation-point"} className="size-9" />
      <div className="min-w-0">
        <h2>{say(isSigned ? "verify.file.signed" : titles[checked.result])}</h2>
        {checked.result === "signed" ? (
          <>
            <p className="wrap-anywhere">
              {say("verify.file.signed.text", { file, name: checked.name, hours: hoursAt(checked) })}
            </p>
            {checked.number === number ? (
              <p>{say("verify.file.same")}</p>
            ) : (
              <p>
                {say("verify.file.other")}
                <br />
                <Link to={`/verify/${checked.number}`} className="btn btn-primary mt-2">
                  {say("verify.file.see")}
                </Link>
              </p>
            )}
          </>
        ) : (
          <p className="wrap-anywhere">{say(texts[checked.result], { file, site: location.host })}</p>
        )}
      </div>
    </div>
  );
}

const hoursAt = ({ hours, events }: { hours: number; events: number }) =>
  say("verify.file.hours", { count: hours, events: say("verify.file.events", { count: events }) });
