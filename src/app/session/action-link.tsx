import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

import { say } from "#messages/say.ts";

import { Link as RouterLink } from "../addresses.ts";
import { isRefusal, type RefusalCode, sentenceOf } from "./refusal.ts";
import { useSession } from "./session.tsx";
import { useAnswer } from "./use-answer.ts";
import { Icon } from "../ui/icon.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { NarrowPage } from "../ui/narrow-page.tsx";

/** The contents of a mail's link behind its `#`: the token, and the choice of the button pressed. */
export type Link = { token: string; choice: string };

type ActionLinkProps<Found> = {
  title: string;
  /** Reads the link's subject. It must be the same function each time. */
  read: (token: string) => Promise<Found>;
  /** Links that are shown if the subject no longer exists. */
  instead: ReactNode;
  children: (found: Found, link: Link, act: Act) => ReactNode;
};

/** Runs a button's action, then announces success or the reason for failure. */
export type Act = (deed: () => Promise<unknown>, done: string) => void;

/** The refusals of a link that will never work; other refusals may be temporary. */
const forGood: RefusalCode[] = ["link_broken", "spot_gone", "not_found"];

/**
 * The page behind a mail's button, logged in or not. It reads the link's subject and asks for one press: it changes
 * nothing by itself, because mail scanners follow links too.
 */
export function ActionLinkPage<Found>(props: ActionLinkProps<Found>) {
  // Before the session is known, a call would ask for a token that a visitor does not have.
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

/** Reads a link's subject, or says why it has none and whether another try may help. */
const find = <Found,>(read: (token: string) => Promise<Found>, hash: string) =>
  read(linkIn(hash).token || "-").then(
    (found) => ({ found }),
    (error: unknown) => ({ sentence: sentenceOf(error), again: !isRefusal(error, ...forGood) }),
  );

type Said = { token: string; sentence: string; failed: boolean };

/** Runs one action at a time and announces the result, also to screen readers, as the pressed button may be gone. */
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

  // Another mail's link in the same tab starts over.
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

/**
 * Does what the pressed button of a mail says, once for each link: also if the reader takes it back afterwards.
 * Programs that only follow links never send such a request; readers who came another way press a button.
 */
export function useDeedOfLink({ token, choice }: Link, mayAct: boolean, deed: () => void): void {
  const done = useRef<string | null>(null);
  const link = `${token}&${choice}`;
  useEffect(() => {
    if (done.current === link) return;
    done.current = link;
    if (mayAct) deed();
  });
}

type ActionButtonProps = { primary?: boolean; children: string; onPress: () => void };

/** An action of the page. */
export const ActionButton = ({ primary = false, children, onPress }: ActionButtonProps) => (
  <button type="button" className={`btn max-sm:grow ${primary ? "btn-primary" : ""}`} onClick={onPress}>
    {children}
  </button>
);

/** Leads to the upcoming events, where a link's own event has nothing to decide any more. */
export const OtherEvents = () => (
  <RouterLink to="/upcoming-events" className="btn btn-primary">
    {say("link.others")}
  </RouterLink>
);
