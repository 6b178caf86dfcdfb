import { say } from "#messages/say.ts";
import { languageName } from "./rules.ts";
import type { GoodToKnow } from "./shapes.ts";

/** The good-to-know facts of an event in words, one line for each fact that its organizer gives, or ''. */
export function goodToKnowInWords({ effort, childrenWelcome, stepFree, languages, provided }: GoodToKnow): string {
  const said = [
    [say("know.effort"), effort && say(`know.effort.${effort}`)],
    [say("know.children"), childrenWelcome !== null && say(childrenWelcome ? "know.children.yes" : "know.children.no")],
    [say("know.step_free"), stepFree !== null && say(stepFree ? "know.step_free.yes" : "know.step_free.no")],
    [say("know.languages"), languages.map(languageName).join(", ")],
    [say("know.provided"), provided],
  ];
  return said.flatMap(([label, text]) => (text ? [`${label}: ${text}`] : [])).join("\n");
}
