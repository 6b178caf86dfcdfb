import { z } from "zod";
import { RoleOf } from "../rights/shapes.ts";
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
    oldestDue: moment.nullable().describe("The time from which the oldest unfinished task has been due"),
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
          .describe("The member that it is for; null without an account"),
      }),
    )
    .describe("Tasks that were given up, have failed, or are late; 50 at most"),
  health: z.object({
    ready: z.boolean().describe("True if the answering process can do its work, as `/readyz` says"),
    database: count.describe("The duration of the answer, in milliseconds"),
    lastMail: moment.nullable().describe("The time of the latest mail"),
    openReports: count,
    urgentReports: count.describe("The number of urgent ones among these"),
  }),
  weeks: z.array(
    z.object({
      from: z.iso.date().describe("The week's Monday, in UTC"),
      members: count,
      events: count,
      registrations: count,
      mails: count.describe("The number of mails sent"),
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
      "The present name of its subject, or the kind of a task. If the action was about a member's name, it is their address. Null if the subject is deleted",
    ),
  reviewId: z.uuid().nullable().describe("The latest review of the same subject"),
  reason: z.string(),
  by: z.string().nullable().describe("The host's address; null for a deleted host, and for commands at the machine"),
  at: moment,
});
export type HostAction = z.infer<typeof HostAction>;

/** A member with everything that a host sees. */
export const WholeMember = FoundMember.extend({
  image: z.string().nullable(),
  suspendedFor: z.string().nullable(),
  deletionAt: moment.nullable(),
  isHost: z.boolean(),
  registrations: count.describe("The number of events that they have joined, or are on the waitlist of"),
  eventsTotal: count,
  events: z
    .array(
      z.object({ _id: z.uuid(), title: z.string(), eventDate: moment, taken: count, status: z.enum(seenStatuses) }),
    )
    .describe("The newest 20 of the events that they organize"),
  rights: z
    .array(
      z.object({
        about: z.enum(["event", "community"]),
        _id: z.uuid(),
        title: z.string(),
        slug: z.string().nullable().describe("The last part of a community's address"),
        role: RoleOf,
        isHidden: z.boolean(),
      }),
    )
    .describe("What they organize by a right: communities, and events of others; 50 at most"),
  sessions: z.array(z.object({ browser: z.string().nullable(), since: moment, lastSeen: moment })),
  log: z
    .array(HostAction)
    .describe("Hosts' actions on the member and on the events that they organize, the latest first; 50 at most"),
});
export type WholeMember = z.infer<typeof WholeMember>;

/** A page of the log. */
export const LogFilter = z.object({ limit, cursor });
export type LogFilter = z.infer<typeof LogFilter>;
