import { createContext, useContext, useEffect, useState } from "react";

import { say } from "#messages/say.ts";

import { memberMark, type SessionUser } from "./auth-client.ts";
import { forget, keep } from "../ui/storage.ts";
import { toast } from "../ui/toast.tsx";
import { theAuth } from "./identity.ts";
import { isLogout } from "./leaving.ts";

/**
 * The session (specification 4 'Authentication'): loading until the listener has reported, then a member or a visitor.
 * `hasLeft` says that a member logged out here on purpose.
 */
export type Session =
  | { status: "loading" }
  | { status: "visitor"; hasLeft: boolean }
  | { status: "member"; user: SessionUser };

const SessionContext = createContext<Session>({ status: "loading" });

export const useSession = (): Session => useContext(SessionContext);

/** Listens to the identity provider for its children. On the server, the session is never known. */
export function SessionProvider({ children }: { children: React.ReactNode }) {
  const [session, setSession] = useState<Session>({ status: "loading" });
  useEffect(() => {
    let wasMember = false;
    return theAuth().onSession((user, elsewhere) => {
      if (wasMember && !user && elsewhere) toast("error", say("session.elsewhere"), undefined, { goesAlong: true });
      wasMember = user !== null;
      rememberMember(wasMember);
      setSession(user ? { status: "member", user } : { status: "visitor", hasLeft: !elsewhere && isLogout() });
    });
  }, []);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * Sets the mark that the inline script reads before the first paint, so that a member's header never flashes the log-in
 * link.
 */
function rememberMember(member: boolean) {
  if (member) keep(memberMark, "1");
  else forget(memberMark);
  document.documentElement.dataset["session"] = member ? "member" : "visitor";
}
