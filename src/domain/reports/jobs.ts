import { nameFor } from "../mail.ts";
import type { TaskContext, TaskHandlers } from "../outbox.ts";
import { registrationReader } from "../registrations/jobs.ts";
import { withCalls } from "../registrations/to-call.ts";
import { decidedMail, eventHiddenMail, openedMail, receivedMail, toldMail } from "./mails.ts";
import { findReview } from "./queries.ts";

type ReportTask =
  | "report_received"
  | "report_decided"
  | "review_opened"
  | "review_answered"
  | "review_told"
  | "event_hidden"
  | "event_back";

export const reportJobs: Pick<TaskHandlers, ReportTask> = {
  async report_received(ctx, { reportId }) {
    const reader = await reporterOf(ctx, reportId);
    return reader && receivedMail(reader);
  },

  async report_decided(ctx, { reportId, outcome }) {
    const reader = await reporterOf(ctx, reportId);
    return reader && decidedMail(reader, outcome);
  },

  async review_opened(ctx, { reviewId }) {
    const review = await findReview(ctx.db, reviewId);
    return review && !review.decided_at ? openedMail(review, ctx, false) : null;
  },

  async review_answered(ctx, { reviewId }) {
    const review = await findReview(ctx.db, reviewId);
    return review && !review.decided_at ? openedMail(review, ctx, true) : null;
  },

  async review_told(ctx, { memberId, toCall = [], ...told }) {
    const member = await ctx.db
      .selectFrom("members")
      .select(["name", "email", "email_verified"])
      .where("id", "=", memberId)
      .executeTakeFirst();
    // A name that is under review must not appear in a greeting.
    if (!member) return null;
    const reader = { name: told.about === "name" ? "" : nameFor(member), email: member.email };
    return withCalls(toldMail(reader, told, ctx), toCall);
  },

  async event_hidden(ctx, ref) {
    const reader = await registrationReader(ctx, ref, "changes");
    return reader?.event.status === "under_review" ? eventHiddenMail(reader, "hidden", ctx) : null;
  },

  async event_back(ctx, ref) {
    const reader = await registrationReader(ctx, ref, "changes");
    return reader?.event.status === "active" ? eventHiddenMail(reader, "back", ctx) : null;
  },
};

/** Finds the author of a report: a member, or an unconfirmed address. */
async function reporterOf({ db }: TaskContext, reportId: string) {
  const report = await db
    .selectFrom("reports")
    .leftJoin("members", "members.id", "reports.reporter_id")
    .select(["reports.email", "members.name", "members.email as own", "members.email_verified"])
    .where("reports.id", "=", reportId)
    .executeTakeFirst();
  const email = report?.own ?? report?.email;
  if (!report || !email) return null;
  return { email, name: nameFor({ name: report.name ?? "", email_verified: report.email_verified ?? false }) };
}
