import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Hands on what a process of ours writes: its lines as they are, many at a time and none in pieces, and word by word what Node itself
 * says of it, such as the error that has ended it.
 */
export function handOn(
  { stdout, stderr }: Pick<ChildProcess, "stdout" | "stderr">,
  takeLines: (lines: string) => void,
  takeWord: (line: string) => void,
): void {
  let rest = "";
  stdout?.setEncoding("utf8").on("data", (text: string) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) return void (rest += text);
    takeLines(rest + text.slice(0, end));
    rest = text.slice(end);
  });
  if (stderr) createInterface(stderr).on("line", takeWord);
}
