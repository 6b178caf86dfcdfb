import type { Worker } from "node:worker_threads";
import type { Answer, Question } from "./embedded-worker.ts";

/**
 * Talks to the thread that runs the embedded database; a number matches each answer to its question. If the thread ends
 * by itself, all pending and later questions are rejected, and `onLost` is called.
 */
export function talkTo(worker: Worker, onLost?: (reason: Error) => void) {
  const pending = new Map<number, { resolve: (answer: Answer) => void; reject: (reason: Error) => void }>();
  let asked = 0;
  let gone: Error | undefined;
  let closing = false;

  worker.on("message", (answer: Answer) => {
    if (answer.id === -1) return lose(new Error(`The embedded database has stopped: ${answer.error?.message}`));
    pending.get(answer.id)?.resolve(answer);
    pending.delete(answer.id);
  });
  worker.on("error", (error: Error) => lose(error));
  worker.on("exit", (code) => lose(new Error(`The embedded database has stopped (code ${code})`)));

  function lose(reason: Error) {
    if (gone) return;
    gone = reason;
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
    if (!closing) onLost?.(reason);
  }

  /** @throws the database's error, with its code, or the reason why the thread has ended */
  async function ask(question: Omit<Question, "id">): Promise<Answer> {
    if (gone) throw gone;
    const id = asked++;
    // Throws for a parameter that cannot be copied, such as a function.
    worker.postMessage({ ...question, id } satisfies Question);
    const answer = await new Promise<Answer>((resolve, reject) => pending.set(id, { resolve, reject }));
    // The error is created here and not where the answer arrives, so that its stack leads to the caller.
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer;
  }

  async function close() {
    closing = true;
    try {
      if (!gone) await ask({ kind: "close" });
    } finally {
      await worker.terminate();
    }
  }

  return { ask, close };
}
