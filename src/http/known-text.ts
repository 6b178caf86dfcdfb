// A page's text is read twice on its way out: to find what its policy has to allow, and to pack it. To get it back out of a
// Response takes a stream each time, a tenth of what it took to render it; so who has made it keeps it beside the answer.

/** The server's bundle has a copy of this file of its own, so this is a name that both know. */
const known = Symbol.for("goodturn.text");

type Known = Response & { [known]?: string };

/** An answer of a text, with the status and the headers of another; `textOf` and `bytesOf` leave its body alone. */
export const answerOf = (text: string, { status, headers }: Pick<Response, "status" | "headers">): Response =>
  Object.assign(new Response(text, { status, headers }), { [known]: text });

/** An answer's text. Its body may be used up by that. */
export const textOf = async (answer: Response): Promise<string> => (answer as Known)[known] ?? answer.text();

/** An answer's bytes, in the same way. */
export async function bytesOf(answer: Response): Promise<Buffer> {
  const text = (answer as Known)[known];
  return text === undefined ? Buffer.from(await answer.arrayBuffer()) : Buffer.from(text);
}
