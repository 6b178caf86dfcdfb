// A page's bytes are read twice on the way out: to find what its policy must allow, and to compress them. Getting them
// out of a Response needs a stream each time, which costs a tenth of rendering; so the answer remembers them.

/** The symbol is global, because the server's bundle has its own copy of this file. */
const known = Symbol.for("goodturn.bytes");

type Bytes = Buffer<ArrayBuffer>;
type Known = Response & { [known]?: Bytes };

/** Creates an answer with these bytes, and another's status and headers; `bytesOf` does not use up its body. */
export const answerOf = (bytes: Bytes, { status, headers }: Pick<Response, "status" | "headers">): Response =>
  Object.assign(new Response(bytes, { status, headers }), { [known]: bytes });

/** Returns an answer's bytes; this may use up its body. */
export const bytesOf = async (answer: Response): Promise<Bytes> =>
  (answer as Known)[known] ?? Buffer.from(await answer.arrayBuffer());
