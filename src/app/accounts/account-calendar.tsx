import { useCallback } from "react";

import { say } from "#messages/say.ts";

import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { rescueFocus } from "../ui/focus.ts";
import { toast } from "../ui/toast.tsx";
import { useDeed } from "../session/use-deed.ts";

const calls = {
  make: () => ask((api) => api.account.calendar.$post()),
  remove: () => ask((api) => api.account.calendar.$delete()),
};

/** The address of the member's own calendar: create, copy, open, replace and switch off. */
export default function AccountCalendar() {
  const { asked, again } = useAnswer(useCallback(() => ask((api) => api.account.calendar.$get()), []));
  const { busy, run: change } = useDeed(async (call: keyof typeof calls, done: string) => {
    await calls[call]();
    toast("success", done);
    again();
    rescueFocus();
  });

  if (asked.status !== "there")
    return <Answered on="part" asked={asked} again={again} failed={say("own.calendar.failed")} />;
  const { address } = asked.answer;
  if (address === null) {
    return (
      <button
        type="button"
        className="btn btn-primary self-start"
        aria-disabled={busy || undefined}
        onClick={() => change("make", say("own.calendar.made"))}
      >
        {say("own.calendar.make")}
      </button>
    );
  }
  return (
    <>
      <div className="flex flex-col gap-3 sm:flex-row">
        <input
          readOnly
          aria-label={say("own.calendar.address")}
          value={address}
          className="input min-w-0 flex-1 font-mono text-sm"
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn" onClick={() => void copy(address)}>
          {say("own.calendar.copy")}
        </button>
        <a href={address.replace(/^https?/, "webcal")} className="btn btn-primary">
          {say("own.calendar.open")}
        </a>
      </div>
      <p className="quiet text-sm">{say("own.calendar.secret")}</p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn"
          aria-disabled={busy || undefined}
          onClick={() => change("make", say("own.calendar.replaced"))}
        >
          {say("own.calendar.replace")}
        </button>
        <button
          type="button"
          className="btn btn-error"
          aria-disabled={busy || undefined}
          onClick={() => change("remove", say("own.calendar.removed"))}
        >
          {say("own.calendar.remove")}
        </button>
      </div>
    </>
  );
}

async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    toast("success", say("own.calendar.copied"));
  } catch {
    toast("error", say("own.calendar.copy_failed"));
  }
}
