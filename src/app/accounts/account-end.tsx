import { type ReactNode, useState } from "react";

import type { WhatGoes } from "#domain/accounts/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { Dialog } from "../ui/dialog.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { saveFile } from "../ui/save-file.ts";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { toast } from "../ui/toast.tsx";
import { byPassword } from "./account-access.tsx";
import { AccountDeed } from "./account-section.tsx";
import { LogInAgain } from "../session/log-in-again.tsx";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";

/** All data held about the member, as a file. */
export function AccountData() {
  const { busy, run } = useDeed(
    () => ask((api) => api.account.export.$get()),
    (data) => {
      const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
      saveFile("goodturn-account.json", file);
      toast("success", say("own.data.done"));
    },
  );

  return (
    <AccountDeed
      title={say(busy ? "own.data.taking" : "own.data.take")}
      text={say("own.data.text")}
      icon="download"
      busy={busy}
      onPress={run}
    />
  );
}

type DeletionProps = { ways: string[]; goes: WhatGoes; onChanged: () => void; children?: ReactNode };

/**
 * Asks for confirmation before the account is deleted, which takes seven days. Its `children` say what follows for
 * people at upcoming events.
 */
export function AccountDeletion({ ways, goes: { events, eventsToCome, proofs }, onChanged, children }: DeletionProps) {
  const [asking, setAsking] = useState(false);
  const [again, setAgain] = useState(false);

  async function plan({ password = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.account.deletion.$post({ json: { password } }));
      setAsking(false);
      toast("success", say("own.delete.done"));
      onChanged();
      rescueFocus();
    } catch (error) {
      if (isRefusal(error, "log_in_again")) return setAgain(true);
      return refused(error);
    }
  }

  return (
    <>
      <AccountDeed
        title={say("own.delete.button")}
        text={say("own.delete.text")}
        icon="trash"
        className="text-error"
        onPress={() => setAsking(true)}
      />
      {asking && (
        <Dialog title={say("own.delete.sure")} role="alertdialog" onClose={() => setAsking(false)}>
          <p className="mt-2 text-lg">{say(events > 0 ? "own.delete.what_events" : "own.delete.what")}</p>
          {proofs > 0 && <p className="mt-3">{say("own.delete.proofs", { count: proofs })}</p>}
          {eventsToCome > 0 && (
            <p className="mt-3 rounded-field bg-base-200 px-4 py-3 font-semibold">
              {say("own.delete.events", { count: eventsToCome })}
            </p>
          )}
          {eventsToCome > 0 && children}
          <Form onSend={plan} className="mt-4 flex flex-col gap-4">
            {ways.includes(byPassword) && (
              <PasswordField label={say("own.delete.password")} autoComplete="current-password" />
            )}
            {again && <LogInAgain ways={ways} onDone={() => setAgain(false)} />}
            <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <button type="button" className="btn" onClick={() => setAsking(false)}>
                {say("cancel")}
              </button>
              <SubmitButton busy={say("own.saving")} look="btn-error">
                {say("own.delete.confirm")}
              </SubmitButton>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  );
}

/** Says that the account will be deleted on the day `at`, with a button to keep it. */
export function PlannedDeletion({ at, onChanged }: { at: string; onChanged: () => void }) {
  const { busy, run } = useDeed(
    () => ask((api) => api.account.deletion.$delete()),
    () => {
      toast("success", say("own.delete.kept"));
      onChanged();
      rescueFocus();
    },
  );

  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-error p-5"
    >
      <p className="text-lg font-semibold">{say("own.delete.planned", { date: at })}</p>
      <button type="button" className="btn btn-primary" aria-disabled={busy || undefined} onClick={run}>
        {say("own.delete.keep")}
      </button>
    </div>
  );
}
