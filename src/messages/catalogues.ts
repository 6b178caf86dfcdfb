import access from "#domain/access/en.json" with { type: "json" };
import accounts from "#domain/accounts/en.json" with { type: "json" };
import assertions from "#domain/assertions/en.json" with { type: "json" };
import blocks from "#domain/blocks/en.json" with { type: "json" };
import calendars from "#domain/calendars/en.json" with { type: "json" };
import chapters from "#domain/chapters/en.json" with { type: "json" };
import communities from "#domain/communities/en.json" with { type: "json" };
import contact from "#domain/contact/en.json" with { type: "json" };
import contactAddresses from "#domain/contact-addresses/en.json" with { type: "json" };
import digests from "#domain/digests/en.json" with { type: "json" };
import embeds from "#domain/embeds/en.json" with { type: "json" };
import events from "#domain/events/en.json" with { type: "json" };
import follows from "#domain/follows/en.json" with { type: "json" };
import gates from "#domain/gates/en.json" with { type: "json" };
import hosting from "#domain/hosting/en.json" with { type: "json" };
import imports from "#domain/imports/en.json" with { type: "json" };
import members from "#domain/members/en.json" with { type: "json" };
import notificationPreferences from "#domain/notification-preferences/en.json" with { type: "json" };
import organizing from "#domain/organizing/en.json" with { type: "json" };
import outcomes from "#domain/outcomes/en.json" with { type: "json" };
import addedPeople from "#domain/added-people/en.json" with { type: "json" };
import outreach from "#domain/outreach/en.json" with { type: "json" };
import ownershipTransfers from "#domain/ownership-transfers/en.json" with { type: "json" };
import participants from "#domain/participants/en.json" with { type: "json" };
import privacy from "#domain/privacy/en.json" with { type: "json" };
import records from "#domain/records/en.json" with { type: "json" };
import registrations from "#domain/registrations/en.json" with { type: "json" };
import regulars from "#domain/regulars/en.json" with { type: "json" };
import reminders from "#domain/reminders/en.json" with { type: "json" };
import reports from "#domain/reports/en.json" with { type: "json" };
import series from "#domain/series/en.json" with { type: "json" };
import recurrence from "#domain/recurrence/en.json" with { type: "json" };
import subscribers from "#domain/subscribers/en.json" with { type: "json" };
import suspensions from "#domain/suspensions/en.json" with { type: "json" };
import teamLog from "#domain/team-log/en.json" with { type: "json" };
import teams from "#domain/teams/en.json" with { type: "json" };
import timeZones from "#domain/time-zones/en.json" with { type: "json" };
import towns from "#domain/towns/en.json" with { type: "json" };
import failures from "./en/failures.json" with { type: "json" };
import mails from "./en/mails.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };

const en = {
  ...access,
  ...accounts,
  ...assertions,
  ...blocks,
  ...calendars,
  ...chapters,
  ...communities,
  ...contact,
  ...contactAddresses,
  ...digests,
  ...embeds,
  ...events,
  ...follows,
  ...gates,
  ...hosting,
  ...imports,
  ...members,
  ...notificationPreferences,
  ...organizing,
  ...outcomes,
  ...addedPeople,
  ...outreach,
  ...ownershipTransfers,
  ...participants,
  ...privacy,
  ...records,
  ...registrations,
  ...regulars,
  ...reminders,
  ...reports,
  ...recurrence,
  ...series,
  ...subscribers,
  ...suspensions,
  ...teamLog,
  ...teams,
  ...timeZones,
  ...towns,
  ...failures,
  ...mails,
  ...rules,
  ...site,
};

/**
 * The sentences of each supported language. The server and tests have all of them; each browser script has those that
 * its modules use (`tools/build/sentences.ts`).
 */
export const catalogues = { en };

/** The language of readers whose preference is unknown. */
export const defaultLocale = "en";
