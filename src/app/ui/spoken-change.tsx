import { useEffect, useRef, useState } from "react";

/** The minimum time before a change is announced and between two announcements, in milliseconds. */
const pause = 4_000;

/** Announces a text to screen readers when it changes, politely and not too often; the first text is read anyway. */
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
