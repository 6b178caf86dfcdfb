import { useEffect, useState } from "react";

/** How long nothing may be typed until a text counts as finished, in milliseconds. */
const pause = 400;

/** The text that is being typed, as it was at the last pause: for code that asks others about it, such as for a picture. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
