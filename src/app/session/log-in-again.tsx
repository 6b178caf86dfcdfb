import { useState } from "react";

import { say } from "#messages/say.ts";

import { useNavigate } from "../addresses.ts";
import { theAuth } from "./identity.ts";
import { refused } from "./refused.ts";

type LogInAgainProps = { ways: string[]; onDone: () => void; from?: string };

/**
 * Lets members without a password prove who they are: with Google here, or else on the log-in page, which leads back.
 */
export function LogInAgain({ ways, onDone, from = "/account" }: LogInAgainProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const byGoogle = ways.includes("google");

  async function logIn() {
    if (!byGoogle) {
      await theAuth().logOut();
      return navigate("/login", { state: { from } });
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
      <p className="font-semibold">{say("proof.again.text")}</p>
      <button type="button" className="btn self-start" onClick={() => void logIn()}>
        {say(open ? "proof.again.waiting" : byGoogle ? "proof.again.google" : "proof.again.log_in")}
      </button>
    </div>
  );
}
