import { useRef, useState } from "react";

import { say } from "#messages/accounts.ts";

import { type Address, useNavigate } from "../addresses.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { theAuth } from "../session/identity.ts";
import { notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.tsx";
import { refused } from "../session/refused.ts";

type GoogleButtonProps = { children: string; returnAddress: Address };

/**
 * The other way in, specification 2 'Login' and 'Register'. It is always there: where nobody has set Google up, it says so.
 * While its window is open it tells so, and brings it to the front; afterwards it leads to `returnAddress`.
 */
export function GoogleButton({ children, returnAddress }: GoogleButtonProps) {
  const offered = useSiteSettings()?.google;
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const presses = useRef(0);

  async function logIn() {
    const press = ++presses.current;
    setOpen(true);
    try {
      const { displayName, email } = await theAuth().logInWithGoogle();
      notice({ title: say("login.done"), text: say("login.done.text", { name: displayName || email }) });
      await navigate(returnAddress, { replace: true });
    } catch (error) {
      // Pressed again, the later press waits for the same window, and tells how it ended.
      if (press === presses.current) refused(error);
    }
    if (press === presses.current) setOpen(false);
  }

  return (
    <button
      type="button"
      className="btn btn-outline"
      onClick={() => (offered ? void logIn() : toast("error", say("login.google.text")))}
    >
      {open ? say("login.google.waiting") : children}
    </button>
  );
}
