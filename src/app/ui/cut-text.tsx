/**
 * A text as `cutShort` leaves it, with its 60 characters and three dots. The incomplete word at its end exists but
 * takes no space: readers see whole words, and no line begins with the dots.
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
