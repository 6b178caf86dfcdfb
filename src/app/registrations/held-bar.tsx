import { useEffect, useEffectEvent } from "react";

import { say } from "#messages/say.ts";

import { endMailSignIn, readMailSignIn } from "../session/mailed.ts";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { cameFrom } from "../session/return-address.ts";
import { toast } from "../ui/toast.tsx";
import { untilIn } from "./held-note.tsx";
import { type Pending, readPending } from "./pending.ts";
import { StandingMark } from "./standing-mark.tsx";

type HeldBarProps = { text: string; path: string; onCode: () => void; onEnd: () => Promise<void> };

/**
 * The bar while a spot waits for the code from the mail, with a button to enter it. It checks again when the reader
 * comes back from their mail.
 */
export default function HeldBar({ text, ...props }: HeldBarProps) {
  const pending = readPending(text);
  const until = pending?.until ?? 0;
  const end = useEffectEvent(() => void props.onEnd());
  useEffect(() => {
    const timer = setTimeout(() => end(), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return pending && <Held {...props} pending={pending} />;
}

function Held({ pending, path, onCode, onEnd }: Omit<HeldBarProps, "text"> & { pending: Pending }) {
  const { claim, spots } = pending;

  const look = useEffectEvent(async (of: string) => {
    if (document.visibilityState !== "visible") return;
    try {
      const { confirmed } = await readMailSignIn(of);
      if (!confirmed) return;
      toast("success", say("sheet.elsewhere"), { text: say("nav.login"), to: "/login", state: cameFrom(path) });
    } catch (error) {
      if (!isRefusal(error, "code_expired")) return;
    }
    await onEnd();
  });
  useEffect(() => {
    const again = () => void look(claim);
    again();
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  }, [claim]);

  const { busy, run: giveBack } = useDeed(
    () => endMailSignIn(claim),
    onEnd,
    (error) => (isRefusal(error, "code_expired") ? onEnd() : refused(error)),
  );

  return (
    <>
      <div className="standing">
        <StandingMark icon="hourglass" />
        <div className="standing-words">
          <strong>{say(spots > 0 ? "bar.held" : "bar.open")}</strong>
          <p>{spots > 0 ? say("bar.until", { until: untilIn(pending) }) : say("bar.mail")}</p>
          <button
            type="button"
            aria-disabled={busy || undefined}
            className="give-back -my-2.5 min-h-11 cursor-pointer underline underline-offset-4"
            onClick={giveBack}
          >
            {say(spots > 0 ? "bar.give_back" : "bar.give_back.open")}
          </button>
        </div>
        <button type="button" className="btn btn-primary" onClick={onCode}>
          {say("bar.code")}
        </button>
      </div>
    </>
  );
}
