import { useEffect, useRef, useState } from "react";

import { say } from "#messages/accounts.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/confirm-email";
import { pageMeta } from "../page-meta.ts";
import { NarrowPage } from "../ui/narrow-page.tsx";
import { post } from "../session/auth-call.ts";
import { theAuth } from "../session/identity.ts";
import { sentenceOf } from "../session/refusal.ts";
import { Spinner } from "../ui/spinner.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/confirm-email", title: say("confirm.title"), forMembers: true });

/** Where the link of the mail leads: it confirms the address by itself, signed in or not. */
export default function ConfirmEmail() {
  const [outcome, setOutcome] = useState<"working" | "done" | { sentence: string }>("working");
  const begun = useRef(false);
  useEffect(() => {
    // The link works once, and effects may run twice.
    if (begun.current) return;
    begun.current = true;
    post("confirm-email", { token: location.hash.slice(1) })
      // The address is confirmed even if asking who is signed in fails.
      .then(() =>
        theAuth()
          .refresh()
          .catch(() => undefined),
      )
      .then(
        () => setOutcome("done"),
        (error: unknown) => setOutcome({ sentence: sentenceOf(error) }),
      );
  }, []);

  if (outcome === "working") {
    return (
      <NarrowPage title={say("confirm.title")}>
        <Spinner />
      </NarrowPage>
    );
  }
  const done = outcome === "done";
  return (
    <NarrowPage title={say("confirm.title")}>
      <p role={done ? "status" : "alert"} className="text-lg">
        {done ? say("confirm.done") : outcome.sentence}
      </p>
      <Link to={done ? "/upcoming-events" : "/joined-events"} className="btn btn-primary">
        {say(done ? "confirm.on" : "confirm.again")}
      </Link>
    </NarrowPage>
  );
}
