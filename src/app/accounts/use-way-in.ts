import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

import { say } from "#messages/say.ts";

import { useNavigate } from "../addresses.ts";
import { goingOn, intendedFrom } from "../session/intention.ts";
import { returnAddress } from "../session/return-address.ts";
import { useSession } from "../session/session.tsx";
import { notice } from "../ui/notice.tsx";
import { useAlive } from "../ui/use-alive.ts";

/** Members' pages, by the reason that readers who request them are given to log in. */
const pages = [
  ["create", "/create-event"],
  ["joined", "/joined-events"],
  ["manage", "/manage-events"],
  ["account", "/account"],
] as const;

/** The reason for logging in: the button pressed, with the title of that event or community, or the requested page. */
type Purpose = { kind: "event" | "community" | (typeof pages)[number][0]; title?: string };

type WayInState = { from?: unknown; pushed?: boolean } | null;

/**
 * The shared logic of log-in and registration: the reason to log in, the next page (the one the reader came from, with
 * the action begun there, or home: specification 2 'Routes'), and the welcome, if there is no such action.
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
    // If the page is one step back, going forward to it would add it to the history a second time.
    const { idx } = (history.state ?? {}) as { idx?: number };
    void (pushed && idx ? navigate(-1) : navigate(to, { replace: true }));
  }, [isIn, from, pushed, navigate]);

  /** Welcomes the member (specification 4), unless they had begun an action: its result is announced instead. */
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
