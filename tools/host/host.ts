import { existsSync } from "node:fs";
import { join } from "node:path";
import { endAccess } from "#adapters/auth/access.ts";
import { tellProcesses } from "#adapters/live/channel.ts";
import type { Config } from "#platform/config/config.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { isMigrated } from "#db/migrate.ts";
import type { Database } from "#db/schema.server.ts";
import { StartFailure } from "#db/start-failure.ts";
import { exportAccount } from "#domain/accounts/queries.ts";
import { Failure } from "#domain/failure.ts";
import type { Hosted } from "#domain/hosting/access.ts";
import { letTaskGo, retryTask } from "#domain/hosting/commands.ts";
import { findMembers } from "#domain/hosting/members.ts";
import { actionsOf } from "#domain/hosting/queries.ts";
import { HostReason, MemberFilter } from "#domain/hosting/shapes.ts";
import { Member } from "#domain/members/shapes.ts";
import { decideReview } from "#domain/reports/deciding.ts";
import { findReviews, findWholeReview } from "#domain/reports/queries.ts";
import { ReviewFilter } from "#domain/reports/shapes.ts";
import { deleteMember, liftSuspension, suspendMember } from "#domain/suspensions/commands.ts";
import { say as sentence } from "#messages/say.ts";
import { runProgram, say } from "./host-program.ts";

// `npm run host`: the actions of the pages for hosts, on the command line, also for sites without mail, which do not
// have those pages. With PostgreSQL it works while the server runs. Only one process can open the embedded database, so
// stop the server first.

const usage = `Say one of these:
  npm run host -- members [part of a name or address]
  npm run host -- suspend|lift|delete <address> "<reason>"
  npm run host -- export <address>
  npm run host -- reports
  npm run host -- report <id of a report>
  npm run host -- keep|hide|restore|delete <id of a report> "<reason>"
  npm run host -- retry|drop <id of a task> "<reason>"
  npm run host -- log`;

const members = {
  suspend: [suspendMember, "is suspended"],
  lift: [liftSuspension, "can log in again"],
  delete: [deleteMember, "is deleted as soon as the server has time"],
} as const;
const reports = {
  keep: ["none", "It stays as it is."],
  hide: ["hide", "It is hidden until you restore or delete it."],
  restore: ["restore", "Nothing that was said about it hides it any more."],
  delete: ["delete", "It is deleted."],
} as const;
const tasks = { retry: [retryTask, "is tried again"], drop: [letTaskGo, "is dropped"] } as const;

await runProgram(usage, ([deed = "", which = "", why = ""], config) => {
  const isChange = [members, reports, tasks].some((deeds) => Object.hasOwn(deeds, deed));
  const isKnown =
    ["members", "log", "reports"].includes(deed) ||
    (["export", "report"].includes(deed) && which !== "") ||
    (isChange && which !== "" && why !== "");
  return isKnown ? work(deed, which, why, config()) : null;
});

async function work(deed: string, which: string, why: string, config: Config): Promise<number> {
  const { databaseDirectUrl, databaseUrl, dataDir, adminEmails: hosts } = config;
  if (databaseUrl === null && !existsSync(join(dataDir, "database"))) {
    throw new StartFailure(`There is no database in ${dataDir} yet: start the server once, or set DATA_DIR.`);
  }
  const { db, now, embedded, close } = await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  const changed = new Set<string>();
  const announce = (topic: string) => void changed.add(topic);
  try {
    if (!(await isMigrated(db))) throw new StartFailure("The tables are of another version: start the server first.");
    await done({ db, now: now(), announce, hosts, by: null }, deed, which, why);
    if (!embedded) await tellProcesses(db, "host-program", [...changed]);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new StartFailure(sentence(`failure.${error.code}`), { cause: error });
  } finally {
    await close();
  }
}

async function done(ctx: Hosted, deed: string, which: string, why: string): Promise<void> {
  if (deed === "members") return list(ctx.db, which);
  if (deed === "reports") return listReports(ctx.db);
  if (deed === "report") return say(JSON.stringify(await findWholeReview(ctx.db, which), null, 2));
  if (deed === "log") {
    for (const { at, action, subjectId, reason, by } of await actionsOf(ctx.db, { limit: 1000 }))
      say(`${at}  ${action}  ${subjectId ?? "(gone)"}  ${by ?? "(at the machine)"}  ${reason}`);
    return;
  }
  if (deed === "export") {
    const row = await memberOf(ctx.db, which);
    const member = Member.parse({ ...row, displayName: row.name, photoURL: row.image });
    const asked = { ...ctx, actor: { kind: "member", member }, sendsMail: false, address: "", provedAt: null } as const;
    return say(JSON.stringify(await exportAccount(asked), null, 2));
  }
  const reason = HostReason.safeParse({ reason: why });
  if (!reason.success) throw new StartFailure("The reason is too long, or nothing that can be kept.");
  // A text that is not an address is an id.
  if (deed in reports && !which.includes("@")) {
    const [decision, becomes] = reports[deed as keyof typeof reports];
    await decideReview(ctx, which, { decision, ...reason.data });
    return say(becomes);
  }
  if (deed in tasks) {
    const [change, becomes] = tasks[deed as keyof typeof tasks];
    await change(ctx, which, reason.data);
    return say(`The task ${becomes}.`);
  }
  if (!(deed in members)) throw new StartFailure(`Say the id of a report: npm run host -- reports lists them.`);
  const [change, becomes] = members[deed as keyof typeof members];
  const { id, email } = await memberOf(ctx.db, which);
  const ends = {
    endAccess: (tx: Parameters<typeof endAccess>[0], memberId: string) =>
      endAccess(tx, memberId, { now: ctx.now, by: "suspended" }),
  };
  await change({ ...ctx, ...ends }, id, reason.data);
  say(`${email} ${becomes}.`);
}

async function list(db: Database, search: string): Promise<void> {
  for (const { email, name, emailVerified, suspendedAt, since } of (
    await findMembers(db, MemberFilter.parse({ search }))
  ).rows)
    say(
      [since, email, name, ...(emailVerified ? [] : ["not confirmed"]), ...(suspendedAt ? ["suspended"] : [])].join(
        "  ",
      ),
    );
}

/** The undecided reviews: reported subjects, and events that wait for approval. `report` shows the reports' words. */
async function listReports(db: Database): Promise<void> {
  let cursor: string | undefined;
  do {
    const { rows, next } = await findReviews(db, ReviewFilter.parse({ cursor }));
    for (const { _id, openedAt, about, title, reports: count, urgent, hiddenAt, answeredAt, cause } of rows) {
      const marks = { urgent, hidden: hiddenAt !== null, answered: answeredAt !== null, [cause]: cause !== "report" };
      const names = Object.entries(marks).filter(([, is]) => is);
      say([openedAt, _id, about, title ?? "(gone)", `reported by ${count}`, ...names.map(([name]) => name)].join("  "));
    }
    cursor = next ?? undefined;
  } while (cursor);
}

async function memberOf(db: Database, address: string) {
  const row = await db.selectFrom("members").selectAll().where("email", "=", address.toLowerCase()).executeTakeFirst();
  if (!row) throw new StartFailure(`Nobody has the address ${address}.`);
  return row;
}
