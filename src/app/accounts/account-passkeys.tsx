import { useState } from "react";

import { dateOf } from "#domain/events/rules.ts";
import { passkeyNameMax } from "#domain/members/rules.ts";
import type { PasskeyList } from "#domain/members/shapes.ts";
import { say } from "#messages/say.ts";

import { Answered } from "../session/answered.tsx";
import { post } from "../session/auth-call.ts";
import { addPasskey } from "../session/passkey.ts";
import { isRefusal, succeeded } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { toast } from "../ui/toast.tsx";
import { LogInAgain } from "../session/log-in-again.tsx";

type Passkey = PasskeyList["passkeys"][number];
type Values = Record<string, string>;
type Changing = { what: "rename" | "remove"; passkey: Passkey };

const read = async () => ((await (await succeeded(fetch("/api/auth/passkeys"))).json()) as PasskeyList).passkeys;

/** The member's passkeys: add, name and remove. */
export default function AccountPasskeys({ ways }: { ways: string[] }) {
  const { asked, again } = useAnswer(read);
  const [changing, setChanging] = useState<Changing | null>(null);
  const proof = useProof(ways);

  const add = (values: Values, form: HTMLFormElement) =>
    proof.try(async () => {
      const { name = "", password = "" } = values;
      await addPasskey(name.trim(), password);
      toast("success", say("own.passkey.added", { name: name.trim() }));
      form.reset();
      again();
    });

  if (asked.status !== "there")
    return <Answered on="part" asked={asked} again={again} failed={say("own.passkeys.failed")} />;
  return (
    <>
      {asked.answer.length === 0 && <p className="quiet">{say("own.passkeys.none")}</p>}
      <ul className="flex flex-col divide-y divide-base-300">
        {asked.answer.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onChange={(what) => setChanging({ what, passkey })} />
        ))}
      </ul>
      <Form onSend={add} className="flex flex-col gap-4">
        <PasskeyName initial={say("own.passkey.this")} />
        {proof.field}
        <SubmitButton busy={say("own.passkey.adding")} className="self-start">
          {say("own.passkey.add")}
        </SubmitButton>
      </Form>
      {changing && (
        <ChangePasskey
          {...changing}
          ways={ways}
          onClose={() => setChanging(null)}
          onDone={() => {
            setChanging(null);
            again();
          }}
        />
      )}
    </>
  );
}

function PasskeyRow({ passkey, onChange }: { passkey: Passkey; onChange: (what: Changing["what"]) => void }) {
  const { name, since, lastUsed } = passkey;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const told = [
    say("own.passkey.since", { date: dateOf(new Date(since), timeZone) }),
    lastUsed && say("own.passkey.used", { date: dateOf(new Date(lastUsed), timeZone) }),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="quiet text-sm">{told.filter(Boolean).join(" · ")}</p>
      </div>
      <div className="flex gap-2">
        {(["rename", "remove"] as const).map((what) => (
          <button
            key={what}
            type="button"
            className={`btn ${what === "remove" ? "btn-error" : ""}`}
            aria-label={say(`own.passkey.${what}_of`, { name })}
            onClick={() => onChange(what)}
          >
            {say(`own.passkey.${what}`)}
          </button>
        ))}
      </div>
    </li>
  );
}

type ChangeProps = Changing & { ways: string[]; onClose: () => void; onDone: () => void };

/** Asks for a passkey's new name, or for the proof needed to remove it. */
function ChangePasskey({ what, passkey: { id, name }, ways, onClose, onDone }: ChangeProps) {
  const proof = useProof(ways);
  const isRemoval = what === "remove";

  const send = (values: Values) =>
    proof.try(async () => {
      await post(`passkeys/${what}`, { ...values, id });
      const called = values["name"]?.trim() ?? name;
      toast("success", isRemoval ? say("own.passkey.removed", { name }) : say("own.passkey.renamed", { name: called }));
      onDone();
    });

  return (
    <Dialog title={say(`own.passkey.${what}_of`, { name })} onClose={onClose}>
      <Form onSend={send} className="mt-4 flex flex-col gap-4">
        {isRemoval ? <p>{say("own.passkey.remove.text")}</p> : <PasskeyName initial={name} />}
        {isRemoval && proof.field}
        <SubmitButton busy={say("loading")} look={isRemoval ? "btn-error" : "btn-primary"}>
          {say(isRemoval ? "own.passkey.remove" : "own.passkey.save")}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

const PasskeyName = ({ initial }: { initial: string }) => (
  <Field
    name="name"
    label={say("own.passkey.name")}
    defaultValue={initial}
    required
    maxLength={passkeyNameMax}
    whenMissing={say("own.passkey.name")}
  />
);

/** The password field as identity proof, or the way to log in again for members without one. */
function useProof(ways: string[]) {
  const [again, setAgain] = useState(false);
  const field = ways.includes("credential") ? (
    <PasswordField label={say("own.passkey.password")} autoComplete="current-password" />
  ) : (
    again && <LogInAgain ways={ways} onDone={() => setAgain(false)} />
  );
  async function attempt(work: () => Promise<void>): Promise<FieldErrors | void> {
    try {
      await work();
      setAgain(false);
    } catch (error) {
      if (isRefusal(error, "log_in_again")) return setAgain(true);
      return refused(error);
    }
  }
  return { field, try: attempt };
}
