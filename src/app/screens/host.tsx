import { useEffect, useRef, useState } from "react";
import { data, Outlet, useLocation } from "react-router";

import { say } from "#messages/say.ts";

import type { Route } from "./+types/host";
import { type Address, NavLink } from "../addresses.ts";
import { isHostHere } from "../context.ts";
import { ProveAgain } from "../hosting/prove-again.tsx";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { useAnswer } from "../session/use-answer.ts";

import "../hosting/hosting.css";

/** For everybody except hosts, this page does not exist. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(isHostHere)) throw data("not_found", { status: 404 });
  return null;
}

const pages: { to: Address; text: () => string }[] = [
  { to: "/host", text: () => say("host.nav.overview") },
  { to: "/host/members", text: () => say("host.nav.members") },
  { to: "/host/reports", text: () => say("host.nav.reports") },
  { to: "/host/words", text: () => say("host.nav.words") },
  { to: "/host/log", text: () => say("host.nav.log") },
];

/** The frame of every page for hosts: links to the other pages, and a check that it is still the host who uses it. */
export default function HostLayout() {
  const { pathname } = useLocation();
  const { asked, again } = useAnswer(readUntil, pathname);
  const until = asked.status === "there" ? asked.answer : null;
  const isOver = useIsOver(until);
  if (asked.status !== "there") return <Answered asked={asked} again={again} failed={say("host.access.failed")} />;
  return (
    <>
      <Ways here={pathname} />
      {(until === null || isOver) && <ProveAgain isAll={until === null} onDone={again} />}
      {until !== null && <Outlet />}
    </>
  );
}

/** The links to each page; on a narrow phone their row scrolls to the current one. */
function Ways({ here }: { here: string }) {
  const nav = useRef<HTMLElement>(null);
  const current = pages.findLastIndex(({ to }) => here.startsWith(to));
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for the effect's cleanup.
    nav.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <nav
      ref={nav}
      aria-label={say("host.nav")}
      className="-mx-4 mb-4 flex overflow-x-auto border-b border-base-300 px-2 [scrollbar-width:none] sm:-mt-3 sm:mx-0 sm:overflow-visible sm:px-0 lg:-mt-6 lg:mb-6"
    >
      {pages.map(({ to, text }) => (
        <NavLink
          key={to}
          to={to}
          end={to === "/host"}
          className="flex min-h-11 flex-none items-center border-b-3 border-transparent px-2 font-medium focus-visible:-outline-offset-3 aria-[current]:border-current aria-[current]:text-primary sm:px-3"
        >
          {text()}
        </NavLink>
      ))}
    </nav>
  );
}

/** The end of the host's proof of identity, in milliseconds since 1970; null if they must prove it again. */
const readUntil = () =>
  ask((api) => api.host.$get()).then(
    ({ until }) => Date.parse(until),
    (error: unknown) => {
      if (isRefusal(error, "prove_again")) return null;
      throw error;
    },
  );

/** True if that moment has passed while the page was open. */
function useIsOver(until: number | null): boolean {
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => setOver(until), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && over === until;
}
