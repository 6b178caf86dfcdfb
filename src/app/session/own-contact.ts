import { useSession } from "./session.tsx";

/**
 * The logged-in member's name and address, to fill in forms that everyone may send. Empty for visitors, and until the
 * session is known; a field that was typed in by then keeps its text.
 */
export function useOwnContact(): { name: string; email: string } {
  const session = useSession();
  return session.status === "member"
    ? { name: session.user.displayName, email: session.user.email }
    : { name: "", email: "" };
}
