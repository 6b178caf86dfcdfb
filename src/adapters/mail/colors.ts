import type { EventType } from "#domain/events/rules.ts";

/** The hues of a mail: those of the event types, and one for an event whose type is unknown. */
export type Hue = EventType | "none";

/** The colors of a theme: those of the site, in the notation that every mail program reads. */
type Theme = {
  ground: string;
  paper: string;
  line: string;
  ink: string;
  quiet: string;
  /** The color of links and buttons. */
  green: string;
  onGreen: string;
  /** The color of few spots. */
  clay: string;
};

export const light: Theme = {
  ground: "#f9f5ed",
  paper: "#fefdfa",
  line: "#e3ded1",
  ink: "#1f2c26",
  quiet: "#4a554f",
  green: "#1c613e",
  onGreen: "#fdfcf3",
  clay: "#aa4b27",
};

const dark: Theme = {
  ground: "#161e1a",
  paper: "#212a26",
  line: "#38433d",
  ink: "#ece7dc",
  quiet: "#bbbab0",
  green: "#82d399",
  onGreen: "#082013",
  clay: "#ed9a6f",
};

/** The colors of a hue: of a leaf and the words on it, and of the upper edge. */
type Shades = { leaf: string; words: string; edge: string };

export const lightHues: Readonly<Record<Hue, Shades>> = {
  cleanup: { leaf: "#cdf6fa", words: "#00505b", edge: "#008d9c" },
  plantation: { leaf: "#dbf5dd", words: "#0f5021", edge: "#418d50" },
  donation: { leaf: "#ffe4d8", words: "#6d2c13", edge: "#b55f40" },
  education: { leaf: "#f9ecce", words: "#583d00", edge: "#987500" },
  healthcare: { leaf: "#ffe2e7", words: "#6c2738", edge: "#b5596d" },
  food: { leaf: "#ffe7d1", words: "#673300", edge: "#ac6820" },
  awareness: { leaf: "#ebe9ff", words: "#413774", edge: "#786dbd" },
  none: { leaf: light.line, words: light.ink, edge: light.line },
};

const darkHues: Readonly<Record<Hue, Shades>> = {
  cleanup: { leaf: "#134247", words: "#b9f4fb", edge: "#3bcddc" },
  plantation: { leaf: "#28422c", words: "#cef4d2", edge: "#80cd8b" },
  donation: { leaf: "#513126", words: "#ffdbca", edge: "#f99c7c" },
  education: { leaf: "#45391a", words: "#f9e6bb", edge: "#d7b355" },
  healthcare: { leaf: "#512f35", words: "#ffd8e0", edge: "#f996a9" },
  food: { leaf: "#4d341e", words: "#ffe0c0", edge: "#eea563" },
  awareness: { leaf: "#393653", words: "#e5e2ff", edge: "#b4abff" },
  none: { leaf: dark.line, words: dark.ink, edge: dark.line },
};

/**
 * The style sheet of a mail, for programs that are dark. The colors of each element stand in the element itself, so a
 * program that ignores a style sheet shows the light mail. A program that makes mails dark itself has each text's color
 * and its background's to go by.
 */
export const darkStyle = (hues: readonly Hue[]): string => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background-color:${dark.ground}!important}
.paper{background-color:${dark.paper}!important}
.line{border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.quiet{color:${dark.quiet}!important}
.green{color:${dark.green}!important}
.clay{color:${dark.clay}!important}
.first{background-color:${dark.green}!important;border-color:${dark.green}!important;color:${dark.onGreen}!important}
.other{background-color:${dark.paper}!important;border-color:${dark.green}!important;color:${dark.green}!important}
${hues.map(darkHue).join("\n")}
}`;

const darkHue = (hue: Hue): string => {
  const { leaf, words, edge } = darkHues[hue];
  return `.leaf-${hue}{background-color:${leaf}!important;color:${words}!important}
.edge-${hue}{background-color:${edge}!important}`;
};
