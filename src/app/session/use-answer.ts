import { useEffect, useState } from "react";

/** What one asked for: not there yet, failed, or there. */
export type Asked<Answer> = { status: "loading" } | { status: "failed" } | { status: "there"; answer: Answer };

/**
 * What the server answers, fetched in the browser. `fetchAnswer` has to be the same function for the same question; `again`
 * asks once more and leaves what is there until the new answer has come.
 */
export function useAnswer<Answer>(fetchAnswer: () => Promise<Answer>) {
  const [asked, setAsked] = useState<Asked<Answer>>({ status: "loading" });
  useEffect(() => load(fetchAnswer, setAsked), [fetchAnswer]);
  return { asked, again: () => void load(fetchAnswer, setAsked) };
}

/** Puts what is answered, or that it failed, in place. @returns how to be no longer interested */
function load<Answer>(fetchAnswer: () => Promise<Answer>, put: (asked: Asked<Answer>) => void) {
  let wanted = true;
  fetchAnswer().then(
    (answer) => wanted && put({ status: "there", answer }),
    () => wanted && put({ status: "failed" }),
  );
  return () => {
    wanted = false;
  };
}
