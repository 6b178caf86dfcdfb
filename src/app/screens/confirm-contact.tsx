import { useCallback, useEffect, useRef, useState } from "react";

import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/confirm-contact";
import { pageMeta } from "../page-meta.ts";
import { ask } from "../session/ask.ts";
import { sentenceOf } from "../session/refusal.ts";
import { useSession } from "../session/session.tsx";
import { NarrowPage } from "../ui/narrow-page.tsx";
import { Spinner } from "../ui/spinner.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/confirm-contact", title: say("contact_address.title"), forMembers: true });

type Outcome = { email: string | null } | { sentence: string };

/**
 * The target of the link mailed to a contact address of a member, or of a community. If its account is logged in here,
 * one press confirms the address.
 */
export default function ConfirmContact() {
  const session = useSession();
  return (
    <NarrowPage title={say("contact_address.title")}>
      {session.status === "loading" ? <Spinner /> : session.status === "member" ? <Confirming /> : <LogIn />}
    </NarrowPage>
  );
}

function LogIn() {
  // The address of this link, to return to.
  const from = `/confirm-contact${typeof location === "undefined" ? "" : location.search + location.hash}`;
  return (
    <>
      <p role="status" className="text-lg">
        {say("contact_address.log_in")}
      </p>
      <Link to="/login" state={{ from }} className="btn btn-primary">
        {say("confirm.log_in.link")}
      </Link>
    </>
  );
}

function Confirming() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const confirm = useCallback(async () => {
    setOutcome(null);
    setOutcome(await confirmByLink());
  }, []);
  const begun = useRef(false);
  useEffect(() => {
    // Effects may run twice.
    if (begun.current) return;
    begun.current = true;
    void confirm();
  }, [confirm]);

  if (outcome === null) return <Spinner />;
  const done = "email" in outcome;
  return (
    <>
      <p role={done ? "status" : "alert"} className="text-lg break-words">
        {done ? say("contact_address.done", { email: outcome.email ?? "" }) : outcome.sentence}
      </p>
      <Link to={done ? "/manage-events" : "/account"} className="btn btn-primary">
        {say(done ? "confirm.manage" : "contact_address.account")}
      </Link>
      {!done && (
        <button type="button" className="btn btn-ghost" onClick={() => void confirm()}>
          {say("retry")}
        </button>
      )}
    </>
  );
}

async function confirmByLink(): Promise<Outcome> {
  try {
    const json = { token: location.hash.slice(1) };
    const isOfCommunity = new URLSearchParams(location.search).has("community");
    const { inUse } = isOfCommunity
      ? await ask((api) => api.communities["contact-address"].confirm.$post({ json }))
      : await ask((api) => api.account["contact-address"].confirm.$post({ json }));
    return { email: inUse };
  } catch (error) {
    return { sentence: sentenceOf(error) };
  }
}
