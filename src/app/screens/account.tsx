import { lazy, Suspense, useCallback, useState } from "react";
import { useOutletContext } from "react-router";

import { longDateOf } from "#domain/events/rules.ts";
import { say } from "#messages/accounts-own.ts";

import type { Route } from "./+types/account";
import { pageMeta } from "../page-meta.ts";
import { AccountDevices } from "../accounts/account-devices.tsx";
import { AccountEmail, AccountPassword } from "../accounts/account-access.tsx";
import { AccountData, AccountDeletion, PlannedDeletion } from "../accounts/account-end.tsx";
import { AccountPreferences } from "../accounts/account-preferences.tsx";
import { AccountProfile } from "../accounts/account-profile.tsx";
import { AccountSection } from "../accounts/account-section.tsx";
import { ask } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { readAccess } from "../session/auth-call.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Failed } from "../ui/failed.tsx";
import { Spinner } from "../ui/spinner.tsx";

const AccountCalendar = lazy(() => import("../accounts/account-calendar.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/account", title: say("own.title"), forMembers: true });

/** A member's own account: profile (specification 1 'profile update'), ways in, devices, what we hold, and its end. */
export default function AccountPage() {
  const user = useOutletContext<SessionUser>();
  const fetchAll = useCallback(async () => {
    const [account, access] = await Promise.all([ask((api) => api.account.$get()), readAccess()]);
    return { ...account, ...access };
  }, []);
  const { asked, again } = useAnswer(fetchAll);

  if (asked.status === "loading") return <Spinner />;
  if (asked.status === "failed") return <Failed text={say("own.failed")} again={say("retry")} onAgain={again} />;
  const { memberSince, eventsToCome, deletionAt, ways, devices } = asked.answer;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <div>
        <h1 className="text-page">{say("own.title")}</h1>
        <p className="quiet text-lg">{say("own.since", { date: longDateOf(new Date(memberSince), timeZone) })}</p>
      </div>
      {deletionAt && <PlannedDeletion at={longDateOf(new Date(deletionAt), timeZone)} onChanged={again} />}
      <AccountProfile user={user} />
      <AccountEmail user={user} ways={ways} />
      <AccountPassword user={user} ways={ways} onChanged={again} />
      <AccountPreferences confirmed={user.emailVerified} />
      <AccountDevices devices={devices} onChanged={again} />
      <Calendar />
      <AccountData />
      {!deletionAt && <AccountDeletion eventsToCome={eventsToCome} onChanged={again} />}
    </div>
  );
}

/** The member's own calendar, asked for and loaded when it is wanted. */
function Calendar() {
  const [open, setOpen] = useState(false);
  return (
    <AccountSection title={say("own.calendar")} text={say("own.calendar.text")}>
      {open ? (
        <Suspense fallback={<p role="status">{say("loading")}</p>}>
          <AccountCalendar />
        </Suspense>
      ) : (
        <button type="button" className="btn btn-outline self-start" onClick={() => setOpen(true)}>
          {say("own.calendar.show")}
        </button>
      )}
    </AccountSection>
  );
}
