import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../setup/server.ts";
import { type Image, startIn } from "./image.ts";

// Simulates the Docker commands of docs/hosting.md without Docker: images are folders made by the Dockerfile's steps,
// and containers are processes in them. It knows the documented commands, and refuses all others.

type Container = ReturnType<typeof startIn>;
/** The services of compose.yaml that are our instances. */
export type Service = "one" | "two";

/** A machine running compose.yaml, except Caddy and PostgreSQL. */
export type Machine = Awaited<ReturnType<typeof machineWith>>;

/**
 * @param first the image that the first `docker compose build` makes
 * @param variables the environment of each container, as .env and compose.yaml set it
 * @param backups the folder that the service `backup` sees as /backups
 */
export async function machineWith(first: Image, variables: Record<string, string>, backups: string) {
  let checkedOut = first;
  const tags = new Map<string, Image>([
    ["goodturn", first],
    ["goodturn-backup", first],
  ]);
  const ports = { one: String(await freePort()), two: String(await freePort()) };
  const running = new Map<string, { container: Container; image: Image }>();
  const imageOf = (tag: string) => {
    const image = tags.get(tag);
    if (!image) throw new Error(`There is no image ${tag}.`);
    return image;
  };
  const envOf = (name: Service) => ({ ...variables, PORT: ports[name] });

  const stop = async (name: string) => {
    await running.get(name)?.container.stop();
    running.delete(name);
  };

  /**
   * Replaces a container that has ended or whose image has changed, and waits until it is healthy.
   * @returns whether it is
   */
  const bringUp = async (name: Service) => {
    const image = imageOf("goodturn");
    if (running.get(name)?.image === image) return true;
    await stop(name);
    const container = startIn(image, image.command, envOf(name));
    running.set(name, { container, image });
    while ((await startIn(image, image.health, envOf(name)).ended) !== 0) {
      if (!container.isRunning()) return false;
      await pause(100);
    }
    return true;
  };

  const deeds: [RegExp, (...words: string[]) => Promise<boolean>][] = [
    [
      /^docker compose run --rm backup (.+)$/,
      async (command = "") => {
        const run = startIn(
          imageOf("goodturn-backup"),
          command.replace("/backups/", `${backups}/`).split(" "),
          variables,
        );
        const done = (await run.ended) === 0;
        if (!done) process.stdout.write(run.written());
        return done;
      },
    ],
    [/^docker tag (\S+) (\S+)$/, async (from = "", to = "") => Boolean(tags.set(to, imageOf(from)))],
    [/^docker compose up --build --detach --wait$/, async () => (await Promise.all(both.map(bringUp))).every(Boolean)],
    [/^git pull$/, async () => true],
    [
      /^docker compose --profile backup build$/,
      async () => Boolean(tags.set("goodturn", checkedOut).set("goodturn-backup", checkedOut)),
    ],
    [
      /^docker compose up --detach --wait (?:--no-build )?--no-deps ([a-z ]+)$/,
      async (names = "") => (await Promise.all(servicesIn(names).map(bringUp))).every(Boolean),
    ],
    [
      /^docker compose stop ([a-z ]+)$/,
      async (names = "") => {
        await Promise.all(servicesIn(names).map(stop));
        return true;
      },
    ],
    [
      /^docker compose exec (one|two) (.+)$/,
      async (name = "", command = "") => {
        const here = command.replace("127.0.0.1:3000", `127.0.0.1:${ports[name as Service]}`);
        return (await startIn(imageOf("goodturn"), ["sh", "-c", `exec ${here}`], envOf(name as Service)).ended) === 0;
      },
    ],
  ];

  return {
    address: (name: Service) => `http://localhost:${ports[name]}`,
    /** Sets the image that the next `git pull` brings. */
    publish: (image: Image) => void (checkedOut = image),
    /** Runs a line; the part after `&&` runs only after a success. @returns the command that failed, or null */
    async run(line: string): Promise<string | null> {
      for (const command of saidBy(line.replace("sudo ", ""), dirname(backups)).split(/ +&& +/)) {
        const deed = deeds.find(([pattern]) => pattern.test(command));
        if (!deed) throw new Error(`This command is not known here: ${command}`);
        const [, ...words] = deed[0].exec(command) ?? [];
        if (!(await deed[1](...words))) return command;
      }
      return null;
    },
    stop: async () => {
      await Promise.all([...running.keys()].map(stop));
    },
  };
}

/** A line with each `$(…)` replaced by its output. */
const saidBy = (line: string, cwd: string) =>
  line.replaceAll(/\$\((.*?)\)(?=[ ./])/g, (_, command: string) =>
    execFileSync("sh", ["-c", command], { cwd, encoding: "utf8" }).trim(),
  );

const both: Service[] = ["one", "two"];
const servicesIn = (names: string) => names.split(" ") as Service[];
