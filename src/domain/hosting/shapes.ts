import { z } from "zod";
import { cursor, limit, text } from "../shapes.ts";
import { hostReasonMax, seenStatuses } from "./rules.ts";

/** The reason for a host's action, which stays in the log. */
export const hostReason = text({
  required: "rule.host_reason.required",
  max: hostReasonMax,
  tooLong: "rule.reason.too_long",
});

/** The input that all of a host's actions require. */
export const HostReason = z.object({ reason: hostReason });
export type HostReason = z.infer<typeof HostReason>;

/** The host who calls, and the end of their access. */
export const HostAccess = z.object({ email: z.string(), until: z.iso.datetime() });
export type HostAccess = z.infer<typeof HostAccess>;

const moment = z.iso.datetime();
const count = z.int().nonnegative();

/** The state of the site: waiting work, whether mail goes out, and the figures by week, this one first. */
export const HostOverview = z.object({
  outbox: z.object({
    waiting: count,
    due: count,
    failed: count,
    oldestDue: moment.nullable().describe("Since when the oldest task has been due that is not done"),
  }),
  tasks: z
    .array(
      z.object({
        id: z.uuid(),
        kind: z.string(),
        runAt: moment,
        failedAt: moment.nullable(),
        attempts: count,
        reason: z.string().nullable(),
        member: z
          .object({ _id: z.uuid(), name: z.string() })
          .nullable()
          .describe("Whom it is for; null for nobody with an account"),
      }),
    )
    .describe("Those that were given up or have failed, and those that are late; 50 at most"),
  health: z.object({
    ready: z.boolean().describe("Whether the process that answers can do its work, as `/readyz` says"),
    database: count.describe("How long it took to answer, in milliseconds"),
    lastMail: moment.nullable().describe("When one last went out"),
    openReports: count,
    urgentReports: count.describe("How many of these are urgent"),
  }),
  weeks: z.array(
    z.object({
      from: z.iso.date().describe("Its Monday, in UTC"),
      members: count,
      events: count,
      registrations: count,
      mails: count.describe("Mails that went out"),
    }),
  ),
});
export type HostOverview = z.infer<typeof HostOverview>;

/** The host's search for members; an empty one lists the newest. */
export const MemberFilter = z.object({
  search: text({ max: 100, tooLong: "rule.search.too_long" }).default("").describe("Part of a name or an address"),
  state: z.enum(["all", "suspended"]).default("all"),
  limit,
  cursor,
});
export type MemberFilter = z.infer<typeof MemberFilter>;

/** A member on a host's list. */
export const FoundMember = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  since: moment,
  suspendedAt: moment.nullable(),
});
export type FoundMember = z.infer<typeof FoundMember>;

/** An action of a host. */
export const HostAction = z.object({
  _id: z.uuid(),
  action: z.string(),
  subject: z.string(),
  subjectId: z.uuid().nullable(),
  title: z
    .string()
    .nullable()
    .describe(
      "What it was done to, as it is called now, or the kind of a task. A member whose name it was about is called by their address. Null when it is gone",
    ),
  reviewId: z.uuid().nullable().describe("The latest review of the same"),
  reason: z.string(),
  by: z
    .string()
    .nullable()
    .describe("The host's address; null for somebody who has gone, and for commands at the machine"),
  at: moment,
});
export type HostAction = z.infer<typeof HostAction>;

/** A member with everything that a host sees. */
export const WholeMember = FoundMember.extend({
  image: z.string().nullable(),
  suspendedFor: z.string().nullable(),
  deletionAt: moment.nullable(),
  isHost: z.boolean(),
  registrations: count.describe("How many events they have joined or wait for"),
  eventsTotal: count,
  events: z
    .array(
      z.object({ _id: z.uuid(), title: z.string(), eventDate: moment, taken: count, status: z.enum(seenStatuses) }),
    )
    .describe("The newest 20 that they organize"),
  sessions: z.array(z.object({ browser: z.string().nullable(), since: moment, lastSeen: moment })),
  log: z
    .array(HostAction)
    .describe("What hosts did to them and to the events that they organize, the latest first; 50 at most"),
});
export type WholeMember = z.infer<typeof WholeMember>;

/** A page of the log. */
export const LogFilter = z.object({ limit, cursor });
export type LogFilter = z.infer<typeof LogFilter>;
