import { useEffect, useState } from "react";

/** A request without an answer so far. */
export type Unanswered = { status: "loading" | "failed" };

/** A requested answer: loading, failed, or there. */
export type Asked<Answer> = Unanswered | { status: "there"; answer: Answer };

/**
 * Loads an answer of the server in the browser, where the session's token is. `fetchAnswer` must be the same function
 * for the same request. `again` and a new `occasion` repeat it: the current answer stays until the new one arrives, and
 * answers to earlier requests are dropped. `edit` changes the current answer.
 */
export function useAnswer<Answer>(fetchAnswer: () => Promise<Answer>, occasion?: unknown) {
  const [asked, setAsked] = useState<Asked<Answer>>({ status: "loading" });
  const [question, setQuestion] = useState({ fetchAnswer, occasion });
  if (question.fetchAnswer !== fetchAnswer || question.occasion !== occasion) setQuestion({ fetchAnswer, occasion });

  useEffect(() => {
    let isLast = true;
    question.fetchAnswer().then(
      (answer) => isLast && setAsked({ status: "there", answer }),
      () => isLast && setAsked({ status: "failed" }),
    );
    return () => {
      isLast = false;
    };
  }, [question]);

  function again() {
    setAsked((now) => (now.status === "failed" ? { status: "loading" } : now));
    setQuestion({ fetchAnswer, occasion });
  }
  const edit = (change: (answer: Answer) => Answer) =>
    setAsked((now) => (now.status === "there" ? { ...now, answer: change(now.answer) } : now));

  return { asked, again, edit };
}
