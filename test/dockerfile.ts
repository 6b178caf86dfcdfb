import { readFileSync } from "node:fs";

/** An instruction of a Dockerfile: its word, such as COPY, and the rest. */
export type Instruction = { word: string; rest: string };
/** A stage, which ends at the next FROM: its name, its base image or stage, and its instructions. */
export type Stage = { name: string; from: string; steps: Instruction[] };

/** Reads our Dockerfile, with the syntax that it uses: comments, continued lines, named stages. */
export function readDockerfile(): Stage[] {
  const text = readFileSync("Dockerfile", "utf8")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n/g, " ");
  const stages: Stage[] = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const [, word = "", rest = ""] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (!word) throw new Error(`This line of the Dockerfile is not an instruction: ${line}`);
    const [, from = rest, name = ""] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
    if (word === "FROM") stages.push({ name, from, steps: [] });
    else stages.at(-1)?.steps.push({ word, rest });
  }
  return stages;
}

/** The parts of a COPY: the stage that it copies from, or null for our own folder; its sources; and its target. */
export function copyOf(rest: string) {
  const [, from = null, paths = ""] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? [];
  const words = paths.split(/ +/);
  return { from, sources: words.slice(0, -1), target: words.at(-1) ?? "" };
}

/** True if .dockerignore lets a path of our folder into the image; it excludes everything that it does not name. */
export function isSent(path: string): boolean {
  const lines = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  const kept = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const endings = lines.filter((line) => line.startsWith("**/*")).map((line) => line.slice(4));
  const isKept = kept.some((name) => path === name || path.startsWith(`${name}/`));
  return lines.includes("*") && isKept && !endings.some((ending) => path.endsWith(ending));
}
