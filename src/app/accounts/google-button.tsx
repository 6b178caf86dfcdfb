import { useRef, useState } from "react";

import { say } from "#messages/say.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { theAuth } from "../session/identity.ts";
import { toast } from "../ui/toast.tsx";
import { refused } from "../session/refused.ts";

type GoogleButtonProps = { children: string; onIn: (user: SessionUser) => void };

/**
 * The Google button of specification 2 'Login' and 'Register'. It is always shown: on a site without Google sign-in, it
 * says that there is none. While its window is open it says so and brings it to the front; afterwards it calls `onIn`.
 */
export function GoogleButton({ children, onIn }: GoogleButtonProps) {
  const offered = useSiteSettings()?.google;
  const [open, setOpen] = useState(false);
  const presses = useRef(0);

  async function logIn() {
    const press = ++presses.current;
    setOpen(true);
    try {
      onIn(await theAuth().logInWithGoogle());
    } catch (error) {
      // After a second press, only the latest press waits for the window and reports its end.
      if (press === presses.current) refused(error);
    }
    if (press === presses.current) setOpen(false);
  }

  return (
    <button
      type="button"
      className="btn"
      onClick={() => (offered ? void logIn() : toast("error", say("login.google.text")))}
    >
      <img src="/google.svg" alt="" width={20} height={20} />
      {open ? say("login.google.waiting") : children}
    </button>
  );
}
