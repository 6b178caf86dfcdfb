/**
 * A text as `cutShort` leaves it, with its 60 characters and three dots. The incomplete word at its end, and the
 * punctuation before it, exist but take no space: readers see whole words and three dots, and no line begins with them.
 */
export function CutText({ text }: { text: string }) {
  const [, words, rest] = /^(.{30,}?)([.,;:!?…–—-]+|\s*[.,;:!?…–—-]*\s+\S{0,25})\.{3}$/s.exec(text) ?? [];
  if (!words) return text;
  return (
    <>
      {words}
      <span className="text-[0px] whitespace-nowrap">{rest}</span>...
    </>
  );
}
