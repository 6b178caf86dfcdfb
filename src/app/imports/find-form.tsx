import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from "react";

import { importBytesMax } from "#domain/imports/rules.ts";
import type { FoundEvents } from "#domain/imports/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { isRefusal, Refusal, sentenceOf } from "../session/refusal.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type FindFormProps = {
  /** The key of the typed address in storage. */
  draftName: string;
  /** True if this site fetches from addresses. */
  fetches: boolean;
  onFound: (found: FoundEvents, name: string) => void;
};

/** Asks for the source of the events: an address, or a file. */
export function FindForm({ draftName, fetches, onFound }: FindFormProps) {
  // Trying one way clears the other way's error.
  const [tries, setTries] = useState({ address: 0, file: 0 });

  async function find({ address = "" }: Record<string, string>): Promise<FieldErrors | void> {
    setTries((now) => ({ ...now, address: now.address + 1 }));
    const json = { address: address.trim(), timeZone: ownZone() };
    try {
      const found = await ask((api) => api.imports.address.$post({ json }));
      onFound(found, URL.parse(found.address ?? "")?.hostname ?? address);
    } catch (error) {
      if (isRefusal(error, "import_unreadable")) return { address: say("import.unreadable.address", json) };
      // Any error concerns this address.
      return { address: (error instanceof Refusal && error.fields["address"]) || sentenceOf(error) };
    }
  }

  return (
    <div className="sheet flex flex-col gap-5 p-5 sm:p-8">
      {fetches && (
        <>
          <DraftedForm key={tries.file} name={draftName} label={say("import.title")} onSend={find}>
            {(draft) => (
              <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:*:last:mt-7.5">
                <Field
                  name="address"
                  // Without type=url, because a copied address may begin with webcal, or have no scheme.
                  inputMode="url"
                  autoCapitalize="none"
                  autoComplete="off"
                  spellCheck={false}
                  dir="ltr"
                  label={say("import.address")}
                  hint={say("import.address.hint")}
                  placeholder={say("import.address.placeholder")}
                  defaultValue={draft["address"]}
                  required
                  whenMissing={say("rule.import_address.required")}
                />
                <SubmitButton busy={say("import.finding")}>{say("import.find")}</SubmitButton>
              </div>
            )}
          </DraftedForm>
          <p className="quiet flex items-center gap-4 before:flex-1 before:border-t before:border-base-300 after:flex-1 after:border-t after:border-base-300">
            {say("import.or")}
          </p>
        </>
      )}
      <FileField
        key={tries.address}
        first={!fetches}
        onTry={() => setTries((now) => ({ ...now, file: now.file + 1 }))}
        onFound={onFound}
      />
      <Help />
    </div>
  );
}

/** Takes a chosen or dropped file. */
function FileField({ first, onTry, onFound }: Pick<FindFormProps, "onFound"> & { first: boolean; onTry: () => void }) {
  const [state, setState] = useState<{ busy: boolean; over: boolean; failed: string }>(idle);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (state.failed) input.current?.focus();
  }, [state.failed]);

  async function read(file: File | undefined) {
    if (!file || state.busy) return;
    onTry();
    if (file.size > importBytesMax) return setState({ ...idle, failed: say("import.file.too_large") });
    setState({ ...idle, busy: true });
    try {
      const query = { timeZone: ownZone() };
      const found = await ask((api) => api.imports.file.$post({ query }, { init: { body: file } }));
      setState(idle);
      onFound(found, file.name);
    } catch (error) {
      const unreadable = isRefusal(error, "import_unreadable") && say("import.unreadable.file", { name: file.name });
      setState({ ...idle, failed: unreadable || sentenceOf(error) });
    }
  }

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void read(target.files?.[0]);
    // Cleared, so that the same file can be chosen again.
    target.value = "";
  };
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setState((now) => ({ ...now, over }));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setState((now) => ({ ...now, over: false }));
    void read(event.dataTransfer.files[0]);
  };

  return (
    <div
      className="flex flex-wrap items-center gap-3 sm:justify-center sm:rounded-box sm:border-[1.5px] sm:border-dashed sm:border-(--edge) sm:px-4 sm:py-7 sm:text-center sm:data-over:border-primary sm:data-over:bg-secondary"
      data-over={state.over || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <label
        className={`btn ${first ? "btn-primary" : ""} has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
      >
        <input
          ref={input}
          type="file"
          aria-invalid={state.failed ? true : undefined}
          aria-describedby={id}
          accept=".ics,.ical,.ifb,.html,.htm,.json,text/calendar,text/html,application/json"
          className="sr-only"
          disabled={state.busy}
          onChange={choose}
        />
        {state.busy ? (
          <span className="loading loading-spinner loading-sm" aria-hidden />
        ) : (
          <Icon name="calendar-plus" className="size-5" />
        )}
        {say(first ? "import.file.only" : "import.file")}
      </label>
      <span className="quiet max-sm:hidden">{say("import.file.drop")}</span>
      <p
        id={id}
        role="status"
        className={`w-full ${state.failed ? "font-medium wrap-anywhere text-error" : "quiet text-sm"}`}
      >
        {state.failed || say(state.busy ? "import.finding" : "import.file.hint")}
      </p>
    </div>
  );
}

const idle = { busy: false, over: false, failed: "" };

/** Says where other programs show such an address. */
function Help() {
  return (
    <details className="import-fold">
      <summary>
        <Icon name="lightbulb" className="size-5" />
        {say("import.how")}
        <Icon name="chevron-down" className="chevron size-5" />
      </summary>
      <ul className="flex list-disc flex-col gap-2 ps-7">
        {(["google", "outlook", "nextcloud", "mobilizon", "pages"] as const).map((name) => (
          <li key={name}>{say(`import.how.${name}`)}</li>
        ))}
      </ul>
    </details>
  );
}
