import { useEffect, useRef, useState } from "react";

/** How long to wait before a change is said, and at least between two, in milliseconds. */
const pause = 4_000;

/** Says a text to a screen reader whenever it has changed, politely and not too often; the first text is read anyway. */
export function SpokenChange({ text }: { text: string }) {
  const [spoken, setSpoken] = useState("");
  const latest = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (latest.current === text) return;
    latest.current = text;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setSpoken(latest.current);
    }, pause);
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <p aria-live="polite" className="sr-only">
      {spoken}
    </p>
  );
}
