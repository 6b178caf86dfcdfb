type ServerSent = { event: string; data: unknown };

/**
 * Reads server-sent events one by one, as a browser does: `next()` waits for the next event, and returns null at the
 * end.
 */
export function readStream(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let wait = 0;

  async function next(): Promise<ServerSent | null> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const fields = new Map(
          text
            .slice(0, end)
            .split("\n")
            .map((line) => line.split(/: ?(.*)/s) as [string, string]),
        );
        text = text.slice(end + 2);
        wait = Number(fields.get("retry") ?? wait);
        const data = fields.get("data");
        if (data !== undefined) return { event: fields.get("event") ?? "message", data: JSON.parse(data) };
      } else {
        const { done, value } = await reader.read();
        if (done) return null;
        text += decoder.decode(value, { stream: true });
      }
    }
  }

  return {
    next,
    /** The reconnection time that the stream sent last, in milliseconds. */
    retry: () => wait,
    leave: () => reader.cancel(),
  };
}
