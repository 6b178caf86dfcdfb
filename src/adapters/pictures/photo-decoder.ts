import { type ChildProcess, fork } from "node:child_process";
import { Failure } from "#domain/failure.ts";
import type { PhotoAnswer, PhotoOrder } from "./photo-process.ts";

/** The maximum processor time for one photo, in milliseconds: the largest accepted photos need two thirds of it. */
const decodingMax = 3000;

/** The maximum time for one photo, and for starting a process, on a busy machine, in milliseconds. */
const answeredMax = 20_000;
const startingMax = 30_000;

/** The time for which a process waits for the next photo, in milliseconds: it holds 60 MB of memory. */
const idleMax = 20_000;

/** The environment variables of a decoder, without any of the site's secrets. */
const inherited = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "LD_PRELOAD", "MALLOC_ARENA_MAX", "SYSTEMROOT"];

/**
 * Scales photos down in separate processes, one for each concurrent call, and kills a process that takes too long.
 * @param timeMax the processor time for one photo, in milliseconds
 * @param answerMax the wall-clock time for one photo, in milliseconds
 */
export function createPhotoDecoder({ timeMax = decodingMax, answerMax = answeredMax } = {}) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  function take(): ChildProcess | undefined {
    const [process, timer] = idle.entries().next().value ?? [];
    if (process) idle.delete(process);
    clearTimeout(timer);
    return process;
  }

  function rest(process: ChildProcess) {
    const timer = setTimeout(() => process.kill("SIGKILL"), idleMax);
    timer.unref();
    idle.set(process, timer);
  }

  /**
   * Decodes a photo.
   * @throws Failure picture_too_large, picture_unreadable, picture_too_complex (it took too long, or ended its process)
   */
  return async function decode(photo: Omit<PhotoOrder, "timeMax">): Promise<Uint8Array> {
    const process = take() ?? (await start((ended) => idle.delete(ended)));
    const answer = await ask(process, { ...photo, timeMax }, answerMax);
    if (answer === "ready" || answer === null) {
      process.kill("SIGKILL");
      throw new Failure("picture_too_complex");
    }
    rest(process);
    if ("refusal" in answer) throw new Failure(answer.refusal);
    return answer.photo;
  };
}

/** Returns the variables of a decoder's process, from those of ours. */
export const variablesFrom = (ours: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(inherited.flatMap((name) => (ours[name] ? [[name, ours[name]]] : [])));

async function start(onEnd: (child: ChildProcess) => void): Promise<ChildProcess> {
  const child = fork(new URL("./photo-process.ts", import.meta.url), {
    env: variablesFrom(process.env),
    execArgv: ["--max-old-space-size=64"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.once("exit", () => onEnd(child));
  // The process must not keep the server alive.
  child.unref();
  child.channel?.unref();
  if ((await answerOf(child, startingMax)) !== "ready") {
    child.kill("SIGKILL");
    throw new Error("the process that decodes photos has not started");
  }
  return child;
}

function ask(child: ChildProcess, order: PhotoOrder, answerMax: number): Promise<PhotoAnswer | null> {
  const answer = answerOf(child, answerMax);
  // A failure to send means that the process has ended, which the answer reports.
  child.send(order, () => {});
  return answer;
}

/** Returns the next answer of a process; null if it has ended, or the time is over. */
function answerOf(child: ChildProcess, timeMax: number): Promise<PhotoAnswer | null> {
  return new Promise((resolve) => {
    const done = (answer: PhotoAnswer | null) => {
      clearTimeout(timer);
      child.off("message", said).off("exit", ended).off("error", ended);
      resolve(answer);
    };
    const said = (answer: unknown) => done(answer as PhotoAnswer);
    const ended = () => done(null);
    const timer = setTimeout(ended, timeMax);
    child.on("message", said).on("exit", ended).on("error", ended);
  });
}
