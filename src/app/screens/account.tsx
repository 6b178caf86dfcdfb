import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { useOutletContext } from "react-router";

import { longDateOf } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/account";
import { pageMeta } from "../page-meta.ts";
import { AccountContact } from "../accounts/account-contact.tsx";
import { AccountDevices } from "../accounts/account-devices.tsx";
import { AccountEmail, AccountPassword } from "../accounts/account-access.tsx";
import { AccountData, AccountDeletion, PlannedDeletion } from "../accounts/account-end.tsx";
import { AccountFace } from "../accounts/account-face.tsx";
import { AccountPreferences, readWishes } from "../accounts/account-preferences.tsx";
import { AccountProfile } from "../accounts/account-profile.tsx";
import { AccountGroup, AccountSection, AccountWay } from "../accounts/account-section.tsx";
import { AccountWays } from "../accounts/account-ways.tsx";
import { ToCallEverywhere } from "../organizing/to-call-everywhere.tsx";
import { Answered } from "../session/answered.tsx";
import { ask, askPage } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { readAccess } from "../session/auth-call.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { useAnswer } from "../session/use-answer.ts";

const AccountBlocks = lazy(() => import("../accounts/account-blocks.tsx"));
const AccountCalendar = lazy(() => import("../accounts/account-calendar.tsx"));
const OwnFollowing = lazy(() => import("../follows/own-following.tsx"));
const AccountPasskeys = lazy(() => import("../accounts/account-passkeys.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/account", title: say("own.title"), forMembers: true });

/**
 * A member's own account: profile (specification 1 'profile update'), ways to log in, devices, their data, and
 * deletion.
 */
export default function AccountPage() {
  const user = useOutletContext<SessionUser>();
  // Everything appears at once: late parts would move the page, so that a press would hit the wrong button.
  const { emailVerified } = user;
  const fetchAll = useCallback(async () => {
    const [account, access, contact, wishes, blocks] = await Promise.all([
      ask((api) => api.account.$get()),
      readAccess(),
      ask((api) => api.account["contact-address"].$get()),
      readWishes(emailVerified),
      askPage((api) => api.account.blocks.$get({ query: { limit: "1" } })),
    ]);
    return { ...account, ...access, contact, wishes, blocked: blocks.total };
  }, [emailVerified]);
  const { asked, again } = useAnswer(fetchAll);

  if (asked.status !== "there") return <Answered asked={asked} again={again} failed={say("own.failed")} />;
  const { memberSince, showsFace, asserting, askedToAssert, deletionAt, ways, devices, contact, wishes, blocked } =
    asked.answer;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <div className="account">
      <div>
        <h1 className="text-page">{say("own.title")}</h1>
        <p className="quiet text-lg">{say("own.since", { date: longDateOf(new Date(memberSince), timeZone) })}</p>
      </div>
      <AccountWays />
      <div className="flex flex-col gap-6">
        {deletionAt && <PlannedDeletion at={longDateOf(new Date(deletionAt), timeZone)} onChanged={again} />}
        <AccountGroup id="you" title={say("own.group.you")}>
          <AccountProfile user={user} />
          <AccountContact user={user} saved={contact} />
          <AccountFace saved={showsFace} />
          <AccountWay to="/account/record" title={say("own.record")} text={say("own.record.value")} />
          {asserting > 0 && (
            <AccountWay
              to="/account/asserting"
              title={say("own.asserting")}
              text={say(askedToAssert > 0 ? "own.asserting.value" : "own.asserting.none", { count: askedToAssert })}
              waits={askedToAssert > 0}
            />
          )}
          <Blocks blocked={blocked} />
        </AccountGroup>
        <AccountGroup id="access" title={say("own.group.access")}>
          <AccountEmail user={user} ways={ways} />
          <AccountPassword user={user} ways={ways} onChanged={again} />
          <Passkeys ways={ways} />
          <AccountDevices devices={devices} onChanged={again} />
        </AccountGroup>
        <AccountGroup id="mail" title={say("own.group.mail")}>
          <AccountPreferences wishes={wishes} />
          {emailVerified && (
            <LateSection title={say("own.follows")} value={say("own.follows.value")} text={say("own.follows.text")}>
              <OwnFollowing />
            </LateSection>
          )}
          <Calendar />
        </AccountGroup>
        <AccountGroup id="data" title={say("own.group.data")}>
          <AccountData />
          {!deletionAt && (
            <AccountDeletion ways={ways} goes={asked.answer} onChanged={again}>
              <ToCallEverywhere email={user.email} />
            </AccountDeletion>
          )}
        </AccountGroup>
      </div>
    </div>
  );
}

/** The member's own calendar. */
const Calendar = () => (
  <LateSection title={say("own.calendar")} value={say("own.calendar.value")} text={say("own.calendar.text")}>
    <AccountCalendar />
  </LateSection>
);

/** The number of people whom the member has blocked, with a link to them. */
function Blocks({ blocked }: { blocked: number }) {
  const [count, setCount] = useState(blocked);
  const value = say(count > 0 ? "own.blocks.value" : "own.blocks.none", { count });
  return (
    <LateSection title={say("own.blocks")} value={value} text={say("own.blocks.text")}>
      <AccountBlocks onUnblocked={() => setCount((now) => now - 1)} />
    </LateSection>
  );
}

/** The member's passkeys; on sites with Firebase, Firebase handles them. */
function Passkeys({ ways }: { ways: string[] }) {
  if (useSiteSettings()?.firebase) return null;
  return (
    <LateSection title={say("own.passkeys")} value={say("own.passkeys.value")} text={say("own.passkeys.text")}>
      <AccountPasskeys ways={ways} />
    </LateSection>
  );
}

type LateSectionProps = { title: string; value: string; text: string; children: ReactNode };

/** A section whose content is loaded when it unfolds. */
function LateSection({ children, ...section }: LateSectionProps) {
  const [wanted, setWanted] = useState(false);
  return (
    <AccountSection {...section} onOpen={() => setWanted(true)}>
      {wanted && <Suspense fallback={<p role="status">{say("loading")}</p>}>{children}</Suspense>}
    </AccountSection>
  );
}
