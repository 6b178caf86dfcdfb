import { useEffect, useState } from "react";

/** The pause in typing after which a text counts as finished, in milliseconds. */
const pause = 400;

/** The text as it was at the last pause in typing, for code that makes calls with it, such as loading a picture. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
