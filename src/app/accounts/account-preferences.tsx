import { useCallback, useState } from "react";

import type { MailKind } from "#domain/notification-preferences/rules.ts";
import { say } from "#messages/accounts-own.ts";

import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { FailedPart } from "../ui/failed.tsx";
import { toast } from "../ui/toast.tsx";
import { AccountSection } from "./account-section.tsx";
import { refused } from "../session/refused.ts";

type Kind = MailKind | "newsletter";
type Wish = { kind: Kind; wanted: boolean };

/**
 * Which kinds of mail the member gets; each press counts at once. The newsletter is among them once their address is
 * `confirmed`: before, it is not known whose it is.
 */
export function AccountPreferences({ confirmed }: { confirmed: boolean }) {
  const fetchPreferences = useCallback(async (): Promise<Wish[]> => {
    const [wishes, newsletter] = await Promise.all([
      ask((api) => api.account.mails.$get()),
      confirmed ? ask((api) => api.account.newsletter.$get()) : null,
    ]);
    return newsletter ? [...wishes, { kind: "newsletter", wanted: newsletter.state === "confirmed" }] : wishes;
  }, [confirmed]);
  const { asked, again } = useAnswer(fetchPreferences);

  return (
    <AccountSection title={say("own.mails")} text={say("own.mails.text")}>
      {asked.status === "loading" && <p className="quiet">{say("loading")}</p>}
      {asked.status === "failed" && <FailedPart text={say("own.mails.failed")} again={say("retry")} onAgain={again} />}
      {asked.status === "there" && (
        <ul className="flex flex-col divide-y divide-base-300">
          {asked.answer.map(({ kind, wanted }) => (
            <NotificationPreference key={kind} kind={kind} saved={wanted} />
          ))}
        </ul>
      )}
    </AccountSection>
  );
}

const save = (kind: Kind, wanted: boolean) =>
  kind === "newsletter"
    ? ask((api) => api.account.newsletter.$put({ json: { wanted } }))
    : ask((api) => api.account.mails.$put({ json: { kind, wanted } }));

function NotificationPreference({ kind, saved }: { kind: Kind; saved: boolean }) {
  const [wanted, setWanted] = useState(saved);
  const [busy, setBusy] = useState(false);
  const name = say(`own.mails.${kind}`);

  async function change(next: boolean) {
    if (busy) return;
    setBusy(true);
    setWanted(next);
    try {
      await save(kind, next);
      toast("success", say(next ? "own.mails.on" : "own.mails.off", { kind: name }));
    } catch (error) {
      setWanted(!next);
      refused(error);
    }
    setBusy(false);
  }

  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-primary"
          checked={wanted}
          aria-disabled={busy || undefined}
          aria-labelledby={`mails-${kind}`}
          aria-describedby={`mails-${kind}-text`}
          onChange={({ currentTarget }) => void change(currentTarget.checked)}
        />
        <span>
          <span id={`mails-${kind}`} className="font-semibold">
            {name}
          </span>
          <span id={`mails-${kind}-text`} className="quiet block text-sm">
            {say(`own.mails.${kind}.text`)}
          </span>
        </span>
      </label>
    </li>
  );
}
