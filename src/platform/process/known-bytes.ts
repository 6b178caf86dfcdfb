// A page's bytes are read twice on its way out: to find what its policy has to allow, and to pack them. To get them back out of a
// Response takes a stream each time, a tenth of what it took to render it; so its maker keeps them beside the answer.

/** The server's bundle has a copy of this file of its own, so this is a name that both know. */
const known = Symbol.for("goodturn.bytes");

type Bytes = Buffer<ArrayBuffer>;
type Known = Response & { [known]?: Bytes };

/** An answer of bytes, with the status and the headers of another; `bytesOf` leaves its body alone. */
export const answerOf = (bytes: Bytes, { status, headers }: Pick<Response, "status" | "headers">): Response =>
  Object.assign(new Response(bytes, { status, headers }), { [known]: bytes });

/** An answer's bytes. Its body may be used up by that. */
export const bytesOf = async (answer: Response): Promise<Bytes> =>
  (answer as Known)[known] ?? Buffer.from(await answer.arrayBuffer());
