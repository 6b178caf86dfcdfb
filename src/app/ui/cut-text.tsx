/**
 * A text as `cutShort` leaves it, with its 60 characters and three dots. The part of a word at its end is there and takes no
 * room: what one sees ends with a whole word, and no line
 * begins with the dots.
 */
export function CutText({ text }: { text: string }) {
  const [, words, rest] = /^(.{30,}?)([,;:]?\s+\S{0,25})\.{3}$/s.exec(text) ?? [];
  if (!words) return text;
  return (
    <>
      {words}
      <span className="text-[0px] whitespace-nowrap">{rest}</span>...
    </>
  );
}
