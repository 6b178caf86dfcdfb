import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

import { say } from "#messages/accounts.ts";

import { useNavigate } from "../addresses.ts";
import { goingOn, intendedFrom } from "../session/intention.ts";
import { returnAddress } from "../session/return-address.ts";
import { useSession } from "../session/session.tsx";
import { notice } from "../ui/notice.tsx";
import { useAlive } from "../ui/use-alive.ts";

/** Members' pages, by the purpose of people who ask for one. */
const pages = [
  ["create", "/create-event"],
  ["joined", "/joined-events"],
  ["manage", "/manage-events"],
  ["account", "/account"],
] as const;

/** Why somebody is asked to log in: what they pressed, with the title of that event or community, or which page they asked for. */
type Purpose = { kind: "event" | "community" | (typeof pages)[number][0]; title?: string };

type WayInState = { from?: unknown; pushed?: boolean } | null;

/**
 * What the screens for getting in share: why one is there, how one goes on as a member (back to where one came from, where what
 * was pressed is done, or home: specification 2 'Routes'), and the welcome, where nothing else was going on.
 */
export function useWayIn(screen: "login" | "register") {
  const { from, pushed } = (useLocation().state as WayInState) ?? {};
  const session = useSession();
  const navigate = useNavigate();
  const alive = useAlive();
  const purpose = alive ? purposeOf(from) : null;
  const isIn = session.status === "member" && session.user.email !== "";

  const left = useRef(false);
  useEffect(() => {
    if (!isIn || left.current) return;
    left.current = true;
    const to = goingOn(from);
    // Where the page is one step back, going forward to it would leave it in the history twice.
    const { idx } = (history.state ?? {}) as { idx?: number };
    void (pushed && idx ? navigate(-1) : navigate(to, { replace: true }));
  }, [isIn, from, pushed, navigate]);

  /** Greets people who have got in (specification 4), unless they were about to do something: then that is done, and said. */
  function welcome(title: string, text: string) {
    if (!purpose || !deeds.includes(purpose.kind)) notice({ title, text });
  }
  const title = purpose?.title;
  const why = purpose && (screen === "login" ? say(`login.for.${purpose.kind}`) : title && say("register.for"));
  const joinsNext = purpose?.kind === "event";
  return { isIn, why, title, joinsNext, returnTo: returnAddress(from), welcome };
}

export type WayIn = ReturnType<typeof useWayIn>;

const deeds: Purpose["kind"][] = ["event", "community", "create"];

function purposeOf(from: unknown): Purpose | null {
  const address = returnAddress(from);
  const page = pages.find(([, start]) => address.startsWith(start));
  return intendedFrom(from) ?? (page ? { kind: page[0] } : null);
}
