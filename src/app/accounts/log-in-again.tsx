import { useState } from "react";

import { say } from "#messages/accounts-own.ts";

import { useNavigate } from "../addresses.ts";
import { theAuth } from "../session/identity.ts";
import { refused } from "../session/refused.ts";

type LogInAgainProps = { ways: string[]; onDone: () => void };

/** Lets members without a password show that it is them: by Google here, otherwise on the page for logging in. */
export function LogInAgain({ ways, onDone }: LogInAgainProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const byGoogle = ways.includes("google");

  async function logIn() {
    if (!byGoogle) {
      await theAuth().logOut();
      return navigate("/login", { state: { from: "/account" } });
    }
    setOpen(true);
    try {
      await theAuth().logInWithGoogle();
      onDone();
    } catch (error) {
      refused(error);
    }
    setOpen(false);
  }

  return (
    <div role="alert" className="flex flex-col gap-3 rounded-field bg-base-200 p-4">
      <p className="font-semibold">{say("own.again.text")}</p>
      <button type="button" className="btn btn-outline self-start" onClick={() => void logIn()}>
        {say(open ? "own.again.waiting" : byGoogle ? "own.again.google" : "own.again.log_in")}
      </button>
    </div>
  );
}
