import { useEffect } from "react";
import { Outlet } from "react-router";

import { say } from "#messages/reports-host.ts";

import { type Address, NavLink } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { ErrorPage } from "../site/error-page.tsx";
import { Failed } from "../ui/failed.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** The pages of hosts, in the order in which they are shown. */
const pages: { to: Address; text: "host.reports.title" | "host.words.title" }[] = [
  { to: "/host/reports", text: "host.reports.title" },
  { to: "/host/words", text: "host.words.title" },
];

/** Until when the host who asks is believed; `closed` for everybody else, `prove` for a host who has to say who they are. */
const fetchAccess = () =>
  ask((api) => api.host.$get()).catch((error: unknown) => {
    if (isRefusal(error, "no_such_call")) return "closed" as const;
    if (isRefusal(error, "prove_again")) return "prove" as const;
    throw error;
  });

/** Around every page of hosts: for everybody else it is not there, and for a host whose proof is old their password comes first. */
export default function HostsOnly() {
  const { asked, again } = useAnswer(fetchAccess);
  const until = asked.status === "there" && typeof asked.answer === "object" ? asked.answer.until : null;
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(again, Math.max(1000, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until, again]);

  if (asked.status === "loading") return <Spinner />;
  if (asked.status === "failed") return <Failed text={say("failure.internal")} again={say("retry")} onAgain={again} />;
  if (asked.answer === "closed")
    return <ErrorPage error={null} title={say("error.404.title")} text={say("error.404.text")} />;
  if (asked.answer === "prove") return <Prove onProved={again} />;
  return (
    <div className="flex flex-col gap-6">
      <nav aria-label={say("host.reports.nav")} className="flex flex-wrap gap-1">
        {pages.map(({ to, text }) => (
          <NavLink key={to} to={to} className={({ isActive }) => `btn ${isActive ? "btn-secondary" : "btn-ghost"}`}>
            {say(text)}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </div>
  );
}

function Prove({ onProved }: { onProved: () => void }) {
  async function prove({ password = "" }: Record<string, string>) {
    try {
      await ask((api) => api.host.proof.$post({ json: { password } }));
      onProved();
    } catch (error) {
      return refused(error);
    }
  }
  return (
    <div className="sheet mx-auto flex w-full max-w-lg flex-col gap-5 p-5 sm:p-8">
      <div>
        <h1 className="text-page">{say("host.reports.prove")}</h1>
        <p className="quiet text-lg">{say("host.reports.prove.text")}</p>
      </div>
      <Form label={say("host.reports.prove")} onSend={prove} className="flex flex-col gap-5">
        <PasswordField label={say("host.reports.prove.password")} autoComplete="current-password" />
        <div>
          <SubmitButton busy={say("loading")}>{say("host.reports.prove.do")}</SubmitButton>
        </div>
      </Form>
    </div>
  );
}
