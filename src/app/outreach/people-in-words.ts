import type { Part } from "#domain/outreach/rules.ts";
import type { Tellable } from "#domain/outreach/shapes.ts";
import { say } from "#messages/say.ts";

/** The number of people in some parts of those who can be told. */
export const countOf = (tellable: Tellable, parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + tellable[part], 0);

/** '15 who came and 6 who waited'; where nobody recorded who came, '15 who had joined'. */
export function peopleToTell(tellable: Tellable, parts: readonly Part[]): string {
  const { came: joined, waited: waiting, source } = tellable;
  const came = say(source?.isSaid ? "tell.came" : "tell.joined", { count: joined });
  const waited = say("tell.waited", { count: waiting });
  const [hasCame, hasWaited] = [parts.includes("came") && joined > 0, parts.includes("waited") && waiting > 0];
  if (hasCame && hasWaited) return say("tell.both", { came, waited });
  return hasCame ? came : waited;
}
