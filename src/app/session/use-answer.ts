import { useEffect, useState } from "react";

/** What one asked for: not there yet, failed, or there. */
export type Asked<Answer> = { status: "loading" } | { status: "failed" } | { status: "there"; answer: Answer };

/**
 * What the server answers, fetched in the browser, where the session's token is. `fetchAnswer` has to be the same function
 * for the same question. It is called again by `again` and for another `occasion`: what is there stays until the new
 * answer has come, and an earlier question is no longer answered. `edit` changes what is there.
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
