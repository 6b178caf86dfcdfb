import { useCallback, useEffect, useRef, useState } from "react";

import { say } from "#messages/say.ts";

import { type Address, Link, useNavigate } from "../addresses.ts";
import type { Route } from "./+types/confirm-email";
import { pageMeta } from "../page-meta.ts";
import { NarrowPage } from "../ui/narrow-page.tsx";
import { post } from "../session/auth-call.ts";
import { theAuth, whoIsHere } from "../session/identity.ts";
import { isRefusal, sentenceOf } from "../session/refusal.ts";
import { Spinner } from "../ui/spinner.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/confirm-email", title: say("confirm.title"), forMembers: true });

type Outcome = { email?: string | undefined; published?: number } & (
  | { kind: "done" | "already" | "log-in" | "other" }
  | { kind: "gone" | "failed"; sentence: string; isMailed?: boolean }
);

/**
 * The target of the link in the confirmation mail. If its account is logged in here, it confirms the address by itself;
 * otherwise the person logs in first and comes back.
 */
export default function ConfirmEmail() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const begun = useRef(false);
  const confirm = useCallback(async () => {
    setOutcome(null);
    setOutcome(await confirmByLink());
  }, []);
  useEffect(() => {
    // The link works once, and effects may run twice.
    if (begun.current) return;
    begun.current = true;
    void confirm();
  }, [confirm]);

  return (
    <NarrowPage title={say("confirm.title")}>
      {outcome ? <Told outcome={outcome} onAgain={() => void confirm()} /> : <Spinner />}
    </NarrowPage>
  );
}

async function confirmByLink(): Promise<Outcome> {
  try {
    const answer = await post("confirm-email", { token: location.hash.slice(1) });
    const { published } = (await answer.json()) as { published: number };
    // The address is confirmed even if reloading the session fails.
    await theAuth()
      .refresh()
      .catch(() => undefined);
    return { kind: "done", published };
  } catch (error) {
    const user = await whoIsHere();
    const email = user?.email;
    if (isRefusal(error, "sign_in_required")) return { kind: "log-in" };
    if (isRefusal(error, "other_account")) return { kind: "other", email };
    if (isRefusal(error, "link_used") && user?.emailVerified) return { kind: "already", email };
    const isGone = isRefusal(error, "link_used", "email_taken");
    // A new address is requested with the password, on the account page.
    const isMailed = isRefusal(error, "link_used") && location.hash.startsWith("#verify-email.");
    return { kind: isGone ? "gone" : "failed", sentence: sentenceOf(error), isMailed };
  }
}

function Told({ outcome, onAgain }: { outcome: Outcome; onAgain: () => void }) {
  const navigate = useNavigate();
  const { email = "", published = 0 } = outcome;
  // The way to log in, and back to this link.
  const back = { from: `/confirm-email${typeof location === "undefined" ? "" : location.hash}` };
  const toLogIn: Address = "/login";

  async function changeAccount() {
    await theAuth().logOut();
    await navigate(toLogIn, { state: back });
  }

  switch (outcome.kind) {
    case "done":
    case "already":
      return (
        <>
          <p role="status" className="text-lg break-words">
            {outcome.kind === "done" ? say("confirm.done") : say("confirm.already", { email })}
          </p>
          {published > 0 && <p className="text-lg">{say("confirm.published", { count: published })}</p>}
          <Link to={published > 0 ? "/manage-events" : "/upcoming-events"} className="btn btn-primary">
            {say(published > 0 ? "confirm.manage" : "confirm.on")}
          </Link>
        </>
      );
    case "log-in":
      return (
        <>
          <p role="status" className="text-lg">
            {say("confirm.log_in")}
          </p>
          <Link to={toLogIn} state={back} className="btn btn-primary">
            {say("confirm.log_in.link")}
          </Link>
          <p className="quiet">{say("confirm.not_mine")}</p>
          <Link to="/forgot-password" className="btn">
            {say("confirm.not_mine.link")}
          </Link>
        </>
      );
    case "other":
      return (
        <>
          <p role="alert" className="text-lg break-words">
            {say("confirm.other", { email })}
          </p>
          <button type="button" className="btn btn-primary" onClick={() => void changeAccount()}>
            {say("confirm.other.button")}
          </button>
        </>
      );
    case "gone":
      return (
        <>
          <p role="alert" className="text-lg">
            {outcome.sentence}
          </p>
          {outcome.isMailed && <p className="text-lg">{say("confirm.gone.mailed")}</p>}
          <Link to="/account" className="btn btn-primary">
            {say("confirm.again")}
          </Link>
        </>
      );
    case "failed":
      return (
        <>
          <p role="alert" className="text-lg">
            {outcome.sentence}
          </p>
          <button type="button" className="btn btn-primary" onClick={onAgain}>
            {say("retry")}
          </button>
        </>
      );
  }
}
