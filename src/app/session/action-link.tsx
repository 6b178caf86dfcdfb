import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

import { say } from "#messages/site.ts";

import { isRefusal, type RefusalCode, sentenceOf } from "./refusal.ts";
import { useSession } from "./session.tsx";
import { useAnswer } from "./use-answer.ts";
import { Icon } from "../ui/icon.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { NarrowPage } from "../ui/narrow-page.tsx";

/** What the link of a mail carries behind its `#`: the token, and what its button was about. */
export type Link = { token: string; choice: string };

type ActionLinkProps<Found> = {
  title: string;
  /** Reads what the link is about. It has to be the same function each time. */
  read: (token: string) => Promise<Found>;
  /** Where to go when there is nothing any more. */
  instead: ReactNode;
  children: (found: Found, link: Link, act: Act) => ReactNode;
};

/** Does what a button says, and then says that it is done, or why not. */
export type Act = (deed: () => Promise<unknown>, done: string) => void;

/** What a link that leads nowhere is refused with; anything else may be another time. */
const forGood: RefusalCode[] = ["link_broken", "place_gone", "not_found"];

/**
 * The page that a mail's button leads to, logged in or not. It reads what the link is about and asks for one press: by
 * itself it changes nothing, because scanners of mails follow links too.
 */
export function ActionLinkPage<Found>(props: ActionLinkProps<Found>) {
  // Before it is known who is here, a call would ask for a token that a visitor has not.
  const isKnown = useSession().status !== "loading";
  if (isKnown) return <KnownActionLink {...props} />;
  return (
    <NarrowPage title={props.title}>
      <Spinner />
    </NarrowPage>
  );
}

function KnownActionLink<Found>({ title, read, instead, children }: ActionLinkProps<Found>) {
  const { hash } = useLocation();
  const { token, choice } = linkIn(hash);
  const readLink = useCallback(() => find(read, hash), [read, hash]);
  const { asked, again } = useAnswer(readLink);
  const { said, busy, act } = useAct(token, again);
  const answer = asked.status === "there" ? asked.answer : null;
  const refused = answer && "sentence" in answer ? answer : null;

  return (
    <NarrowPage title={title}>
      {said}
      {answer === null && <Spinner />}
      {refused && !said && (
        <p role="alert" className="text-lg">
          {refused.sentence}
        </p>
      )}
      {refused?.again && <ActionButton onPress={again}>{say("retry")}</ActionButton>}
      {refused && !refused.again && instead}
      {answer && "found" in answer && (
        <div aria-busy={busy || undefined} className="flex flex-col gap-5">
          {children(answer.found, { token, choice }, act)}
        </div>
      )}
    </NarrowPage>
  );
}

function linkIn(hash: string): Link {
  const [token = "", choice = ""] = hash.slice(1).split("&");
  return { token, choice };
}

/** What a link is about, or why it is about nothing, and whether it may be worth another try. */
const find = <Found,>(read: (token: string) => Promise<Found>, hash: string) =>
  read(linkIn(hash).token || "-").then(
    (found) => ({ found }),
    (error: unknown) => ({ sentence: sentenceOf(error), again: !isRefusal(error, ...forGood) }),
  );

type Said = { token: string; sentence: string; failed: boolean };

/** Does one thing at a time, and says what came of it: to screen readers too, as the button that was pressed may be gone. */
function useAct(token: string, onDone: () => void) {
  const [said, setSaid] = useState<Said | null>(null);
  const [busy, setBusy] = useState(false);
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (said) outcome.current?.focus();
  }, [said]);

  const act: Act = (deed, done) => {
    if (busy) return;
    setBusy(true);
    void (async () => {
      try {
        await deed();
        setSaid({ token, sentence: done, failed: false });
      } catch (error) {
        setSaid({ token, sentence: sentenceOf(error), failed: true });
      }
      setBusy(false);
      onDone();
    })();
  };

  // Another mail's link in the same tab is another matter.
  const words = said?.token === token && (
    <p
      ref={outcome}
      tabIndex={-1}
      role={said.failed ? "alert" : "status"}
      className={`flex gap-2 rounded-field px-4 py-3 font-semibold ${said.failed ? "border border-error text-error" : "bg-secondary text-secondary-content"}`}
    >
      <Icon name={said.failed ? "circle-exclamation-point" : "circle-check"} className="mt-0.5 size-5" />
      {said.sentence}
    </p>
  );
  return { said: words, busy, act };
}

type ActionButtonProps = { primary?: boolean; children: string; onPress: () => void };

/** One of the things that one can do there. */
export const ActionButton = ({ primary = false, children, onPress }: ActionButtonProps) => (
  <button type="button" className={`btn max-sm:grow ${primary ? "btn-primary" : "btn-outline"}`} onClick={onPress}>
    {children}
  </button>
);
