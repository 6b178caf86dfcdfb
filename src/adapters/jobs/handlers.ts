import { accessJobs } from "#domain/access/jobs.ts";
import { accountJobs } from "#domain/accounts/jobs.ts";
import { assertionJobs } from "#domain/assertions/jobs.ts";
import { chapterJobs } from "#domain/chapters/jobs.ts";
import { communityJobs } from "#domain/communities/jobs.ts";
import { contactAddressJobs } from "#domain/contact-addresses/jobs.ts";
import { contactJobs } from "#domain/contact/jobs.ts";
import { sweepDigests } from "#domain/digests/commands.ts";
import { digestJobs } from "#domain/digests/jobs.ts";
import { eventJobs } from "#domain/events/jobs.ts";
import { followJobs } from "#domain/follows/jobs.ts";
import { sweepFollows } from "#domain/follows/telling.ts";
import { outcomeJobs } from "#domain/outcomes/jobs.ts";
import { ownershipTransferJobs } from "#domain/ownership-transfers/jobs.ts";
import { recordJobs } from "#domain/records/jobs.ts";
import { sweepEves } from "#domain/registrations/eves.ts";
import { registrationJobs } from "#domain/registrations/jobs.ts";
import { memberJobs } from "#domain/members/jobs.ts";
import { addedPeopleJobs } from "#domain/added-people/jobs.ts";
import { outreachJobs } from "#domain/outreach/jobs.ts";
import { participantJobs } from "#domain/participants/jobs.ts";
import { regularJobs } from "#domain/regulars/jobs.ts";
import { sweepRegulars } from "#domain/regulars/weekly.ts";
import { sweepReminders } from "#domain/reminders/commands.ts";
import { reminderJobs } from "#domain/reminders/jobs.ts";
import { reportJobs } from "#domain/reports/jobs.ts";
import { seriesJobs } from "#domain/series/jobs.ts";
import { sweepSeries } from "#domain/series/making.ts";
import { subscriberJobs } from "#domain/subscribers/jobs.ts";
import { suspensionJobs } from "#domain/suspensions/jobs.ts";
import { teamJobs } from "#domain/teams/jobs.ts";
import { sweepTowns } from "#domain/towns/commands.ts";
import { townJobs } from "#domain/towns/jobs.ts";
import type { TaskContext, TaskHandlers, TaskKind } from "#domain/outbox.ts";

/** The handlers of all kinds of tasks, from the folders of each noun. */
export const handlers: TaskHandlers = {
  ...accessJobs,
  ...accountJobs,
  ...assertionJobs,
  ...chapterJobs,
  ...communityJobs,
  ...contactAddressJobs,
  ...contactJobs,
  ...digestJobs,
  ...eventJobs,
  ...followJobs,
  ...outcomeJobs,
  ...ownershipTransferJobs,
  ...recordJobs,
  ...registrationJobs,
  ...memberJobs,
  ...addedPeopleJobs,
  ...outreachJobs,
  ...participantJobs,
  ...regularJobs,
  ...reminderJobs,
  ...reportJobs,
  ...seriesJobs,
  ...subscriberJobs,
  ...suspensionJobs,
  ...teamJobs,
  ...townJobs,
};

/** Enqueues tasks that follow from time alone, or from the data that ship with the program. */
export async function sweep(ctx: TaskContext): Promise<void> {
  await sweepReminders(ctx);
  await sweepEves(ctx);
  await sweepDigests(ctx);
  await sweepFollows(ctx);
  await sweepTowns(ctx);
  await sweepSeries(ctx);
  await sweepRegulars(ctx);
}

/** The kinds of tasks without a mail of their own: they run even on a site that sends no mail. */
export const silentKinds: readonly TaskKind[] = [
  "remind_day",
  "remind_soon",
  "settle_outcome",
  "outcome_awaited",
  "expire_offers",
  "spot_freed",
  "delete_account",
  "fill_towns",
  "place_events",
  "community_years",
  "make_dates",
];
