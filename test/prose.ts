// The words that people read in our files, for the tests of how we write.

export type Passage = { path: string; line: number; text: string };

type File = { path: string; text: string };

/** Passages at the matches of a pattern; its group `words` has the text. */
function passages({ path, text }: File, pattern: RegExp): Passage[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: whole, groups }) => ({
    path,
    line: text.slice(0, index).split("\n").length,
    text: groups?.["words"] ?? whole,
  }));
}

const comment = /(?<=^|[\s{(,;])(?:\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|\/\*[^]*?\*\/)/gm;
/** The marks of a comment at the beginning and the end of its lines. */
const marks = /^[ \t]*(?:\/\/|\/\*\*?|\*(?!\/))|\*\/$/gm;

/** The comments in TypeScript, JavaScript, JSX or CSS; lines of `//` in a row are one comment. */
export const commentsIn = (file: File): Passage[] =>
  passages(file, comment).map(({ text, ...at }) => ({ ...at, text: text.replace(marks, "") }));

/** The titles of tests and groups of tests, without those that a variable names. */
export const titlesIn = (file: File): Passage[] =>
  passages(file, /\b(?:describe|it|test)(?:\.\w+(?:\(\w*\))?)*\(\s*(["`])(?<words>(?:\\.|(?!\1)[^\\])*)\1/g).concat(
    passages(file, /^\s*\]\)\(\s*"(?<words>(?:[^"\\]|\\.)*)"/gm),
  );

/** The lines of comments that are longer than this, as `file:line: length`. */
export const longLinesIn = (file: File, max: number): string[] =>
  passages(file, comment).flatMap(({ path, line, text }) => {
    const all = file.text.split("\n");
    return text.split("\n").flatMap((_, at) => {
      const { length } = all[line - 1 + at] ?? "";
      return length > max ? [`${path}:${line + at}: ${length} columns`] : [];
    });
  });

/** The paragraphs, headings, list items and table rows of a document. */
export const paragraphsIn = (file: File): Passage[] => passages(file, /[^\n]+(?:\n(?![-|#\n])[^\n]+)*/g);

/** The values of a catalogue of sentences. */
export const sentencesIn = (file: File): Passage[] => passages(file, /^\s*"[^"]+": "(?<words>(?:[^"\\]|\\.)*)"/gm);

/** Phrases that a native reader stumbles over, each with the advice to give. */
const odd: [RegExp, string][] = [
  [/\banother than\b/gi, "say 'different from' or 'other than'"],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b)/gi, "say 'is not a …'"],
  [/\bof which\b/gi, "begin a new sentence"],
  [/\bwhoever\b/gi, "name the role"],
  [/\bwho asks\b/gi, "name the role"],
  [/\bwhat is none\b/gi, "say what it is instead"],
  [/\bnot\b[^.;:!?]*\bany more\b/gi, "say 'no longer'"],
  [/\bas far as\b/gi, "say 'if', 'up to' or 'unless'"],
  [/\banew\b|\bafresh\b/gi, "say 'again'"],
];

/** Words for people that hide their role. "Nobody" is fine as a subject: 'so that nobody can guess it'. */
const nameless: [RegExp, string][] = [
  [/\bsomebody\b|\bsomeone\b/gi, "name the role"],
  [
    /(?<!(?:^|[.,;:(]|\b(?:and|because|but|if|once|or|so|that|then|what|when|where|which|while))\s*)\bnobody\b/gi,
    "name the role, and say what is not done to it",
  ],
];

const found = (all: readonly Passage[], phrases: typeof odd): string[] =>
  all.flatMap(({ path, line, text }) => {
    const words = text.replace(/\s+/g, " ").trim();
    return phrases.flatMap(([phrase, advice]) =>
      Array.from(words.matchAll(phrase), ({ index, 0: hit }) => {
        const around = words.slice(Math.max(0, index - 30), index + hit.length + 30);
        return `${path}:${line}: '${hit.trim()}' in '…${around}…': ${advice}`;
      }),
    );
  });

/** The odd phrases in some passages, each with its file, line and surroundings. */
export const oddPhrasesIn = (all: readonly Passage[]): string[] => found(all, odd);

/** The people without a role in some comments or titles. */
export const namelessPeopleIn = (all: readonly Passage[]): string[] => found(all, nameless);
