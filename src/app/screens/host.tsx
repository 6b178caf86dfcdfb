import { useEffect, useRef, useState } from "react";
import { data, Outlet, useLocation } from "react-router";

import { say } from "#messages/hosting.ts";

import type { Route } from "./+types/host";
import { type Address, NavLink } from "../addresses.ts";
import { isHostHere } from "../context.ts";
import { ProveAgain } from "../hosting/prove-again.tsx";
import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Failed } from "../ui/failed.tsx";
import { Spinner } from "../ui/spinner.tsx";

import "../hosting/hosting.css";

/** For everybody but hosts there is no such page. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(isHostHere)) throw data("not_found", { status: 404 });
  return null;
}

const pages: { to: Address; text: string }[] = [
  { to: "/host", text: say("host.nav.overview") },
  { to: "/host/members", text: say("host.nav.members") },
  { to: "/host/reports", text: say("host.nav.reports") },
  { to: "/host/words", text: say("host.nav.words") },
  { to: "/host/log", text: say("host.nav.log") },
];

/** Around every page for hosts: the way to the others, and the question whether it is still them. */
export default function HostLayout() {
  const { pathname } = useLocation();
  const { asked, again } = useAnswer(readUntil, pathname);
  const until = asked.status === "there" ? asked.answer : null;
  const isOver = useIsOver(until);
  if (asked.status === "loading") return <Spinner />;
  if (asked.status === "failed")
    return <Failed text={say("host.access.failed")} again={say("retry")} onAgain={again} />;
  return (
    <>
      <Ways here={pathname} />
      {(until === null || isOver) && <ProveAgain isAll={until === null} onDone={again} />}
      {until !== null && <Outlet />}
    </>
  );
}

/** The way to each page; on a narrow phone the row of them scrolls to where one is. */
function Ways({ here }: { here: string }) {
  const nav = useRef<HTMLElement>(null);
  const current = pages.findLastIndex(({ to }) => here.startsWith(to));
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which React would take for what ends the effect.
    nav.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <nav ref={nav} aria-label={say("host.nav")} className="host-ways">
      {pages.map(({ to, text }) => (
        <NavLink key={to} to={to} end={to === "/host"} className="host-way">
          {text}
        </NavLink>
      ))}
    </nav>
  );
}

/** Until when the host is believed, in milliseconds since 1970; null when they have to prove again who they are. */
const readUntil = () =>
  ask((api) => api.host.$get()).then(
    ({ until }) => Date.parse(until),
    (error: unknown) => {
      if (isRefusal(error, "prove_again")) return null;
      throw error;
    },
  );

/** Whether that moment has come while the page was open. */
function useIsOver(until: number | null): boolean {
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => setOver(until), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && over === until;
}
