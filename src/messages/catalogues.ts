import accounts from "./en/accounts.json" with { type: "json" };
import accountsConfirm from "./en/accounts-confirm.json" with { type: "json" };
import accountsFirebase from "./en/accounts-firebase.json" with { type: "json" };
import accountsGoogle from "./en/accounts-google.json" with { type: "json" };
import accountsMailed from "./en/accounts-mailed.json" with { type: "json" };
import access from "./en/access.json" with { type: "json" };
import accessMails from "./en/access-mails.json" with { type: "json" };
import accountsMails from "./en/accounts-mails.json" with { type: "json" };
import accountsOwn from "./en/accounts-own.json" with { type: "json" };
import accountsPassword from "./en/accounts-password.json" with { type: "json" };
import accountsPasskeys from "./en/accounts-passkeys.json" with { type: "json" };
import accountsStandIn from "./en/accounts-stand-in.json" with { type: "json" };
import assertions from "./en/assertions.json" with { type: "json" };
import assertionsMails from "./en/assertions-mails.json" with { type: "json" };
import blocks from "./en/blocks.json" with { type: "json" };
import calendars from "./en/calendars.json" with { type: "json" };
import communities from "./en/communities.json" with { type: "json" };
import contact from "./en/contact.json" with { type: "json" };
import contactAddressesMails from "./en/contact-addresses-mails.json" with { type: "json" };
import contactMails from "./en/contact-mails.json" with { type: "json" };
import digestsMails from "./en/digests-mails.json" with { type: "json" };
import embeds from "./en/embeds.json" with { type: "json" };
import events from "./en/events.json" with { type: "json" };
import eventsActions from "./en/events-actions.json" with { type: "json" };
import eventsFilter from "./en/events-filter.json" with { type: "json" };
import eventsHidden from "./en/events-hidden.json" with { type: "json" };
import eventsKnow from "./en/events-know.json" with { type: "json" };
import eventsMails from "./en/events-mails.json" with { type: "json" };
import eventsMap from "./en/events-map.json" with { type: "json" };
import eventsOver from "./en/events-over.json" with { type: "json" };
import eventsPage from "./en/events-page.json" with { type: "json" };
import failures from "./en/failures.json" with { type: "json" };
import follows from "./en/follows.json" with { type: "json" };
import followsButton from "./en/follows-button.json" with { type: "json" };
import followsDone from "./en/follows-done.json" with { type: "json" };
import followsMails from "./en/follows-mails.json" with { type: "json" };
import followsSheet from "./en/follows-sheet.json" with { type: "json" };
import followsWhen from "./en/follows-when.json" with { type: "json" };
import gatesDevice from "./en/gates-device.json" with { type: "json" };
import gatesCodes from "./en/gates-codes.json" with { type: "json" };
import gatesKeys from "./en/gates-keys.json" with { type: "json" };
import gatesPaper from "./en/gates-paper.json" with { type: "json" };
import hosting from "./en/hosting.json" with { type: "json" };
import hostingMails from "./en/hosting-mails.json" with { type: "json" };
import imports from "./en/imports.json" with { type: "json" };
import mails from "./en/mails.json" with { type: "json" };
import membersMails from "./en/members-mails.json" with { type: "json" };
import membersPasswords from "./en/members-passwords.json" with { type: "json" };
import notificationPreferences from "./en/notification-preferences.json" with { type: "json" };
import notificationPreferencesMails from "./en/notification-preferences-mails.json" with { type: "json" };
import organizing from "./en/organizing.json" with { type: "json" };
import organizingCalls from "./en/organizing-calls.json" with { type: "json" };
import outcomes from "./en/outcomes.json" with { type: "json" };
import outcomesAfter from "./en/outcomes-after.json" with { type: "json" };
import outcomesFigures from "./en/outcomes-figures.json" with { type: "json" };
import outcomesMails from "./en/outcomes-mails.json" with { type: "json" };
import outcomesPage from "./en/outcomes-page.json" with { type: "json" };
import ownershipTransfers from "./en/ownership-transfers.json" with { type: "json" };
import ownershipTransfersMails from "./en/ownership-transfers-mails.json" with { type: "json" };
import participants from "./en/participants.json" with { type: "json" };
import participantsFeeds from "./en/participants-feeds.json" with { type: "json" };
import participantsMails from "./en/participants-mails.json" with { type: "json" };
import privacy from "./en/privacy.json" with { type: "json" };
import records from "./en/records.json" with { type: "json" };
import recordsFeeds from "./en/records-feeds.json" with { type: "json" };
import recordsFile from "./en/records-file.json" with { type: "json" };
import recordsGone from "./en/records-gone.json" with { type: "json" };
import recordsMails from "./en/records-mails.json" with { type: "json" };
import recordsMaking from "./en/records-making.json" with { type: "json" };
import recordsProofs from "./en/records-proofs.json" with { type: "json" };
import recordsSheet from "./en/records-sheet.json" with { type: "json" };
import recordsShown from "./en/records-shown.json" with { type: "json" };
import recordsVerify from "./en/records-verify.json" with { type: "json" };
import registrations from "./en/registrations.json" with { type: "json" };
import registrationsJoined from "./en/registrations-joined.json" with { type: "json" };
import registrationsLink from "./en/registrations-link.json" with { type: "json" };
import registrationsMails from "./en/registrations-mails.json" with { type: "json" };
import registrationsNext from "./en/registrations-next.json" with { type: "json" };
import registrationsSheet from "./en/registrations-sheet.json" with { type: "json" };
import remindersMails from "./en/reminders-mails.json" with { type: "json" };
import reports from "./en/reports.json" with { type: "json" };
import reportsHost from "./en/reports-host.json" with { type: "json" };
import reportsMails from "./en/reports-mails.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import siteHome from "./en/site-home.json" with { type: "json" };
import siteLists from "./en/site-lists.json" with { type: "json" };
import sitePages from "./en/site-pages.json" with { type: "json" };
import subscribers from "./en/subscribers.json" with { type: "json" };
import subscribersMails from "./en/subscribers-mails.json" with { type: "json" };
import suspensionsMails from "./en/suspensions-mails.json" with { type: "json" };
import towns from "./en/towns.json" with { type: "json" };

const en = {
  ...accounts,
  ...accountsConfirm,
  ...accountsFirebase,
  ...accountsGoogle,
  ...accountsMailed,
  ...access,
  ...accessMails,
  ...accountsMails,
  ...accountsOwn,
  ...accountsPasskeys,
  ...accountsPassword,
  ...accountsStandIn,
  ...assertions,
  ...assertionsMails,
  ...blocks,
  ...calendars,
  ...communities,
  ...contact,
  ...contactAddressesMails,
  ...contactMails,
  ...digestsMails,
  ...embeds,
  ...events,
  ...eventsActions,
  ...eventsFilter,
  ...eventsHidden,
  ...eventsKnow,
  ...eventsMails,
  ...eventsMap,
  ...eventsOver,
  ...eventsPage,
  ...failures,
  ...follows,
  ...followsButton,
  ...followsDone,
  ...followsMails,
  ...followsSheet,
  ...followsWhen,
  ...gatesDevice,
  ...gatesCodes,
  ...gatesKeys,
  ...gatesPaper,
  ...hosting,
  ...hostingMails,
  ...imports,
  ...mails,
  ...membersMails,
  ...membersPasswords,
  ...notificationPreferences,
  ...notificationPreferencesMails,
  ...organizing,
  ...organizingCalls,
  ...outcomes,
  ...outcomesAfter,
  ...outcomesFigures,
  ...outcomesMails,
  ...outcomesPage,
  ...ownershipTransfers,
  ...ownershipTransfersMails,
  ...participants,
  ...participantsFeeds,
  ...participantsMails,
  ...privacy,
  ...records,
  ...recordsFeeds,
  ...recordsFile,
  ...recordsGone,
  ...recordsMails,
  ...recordsMaking,
  ...recordsProofs,
  ...recordsSheet,
  ...recordsShown,
  ...recordsVerify,
  ...registrations,
  ...registrationsJoined,
  ...registrationsLink,
  ...registrationsMails,
  ...registrationsNext,
  ...registrationsSheet,
  ...remindersMails,
  ...reports,
  ...reportsHost,
  ...reportsMails,
  ...rules,
  ...site,
  ...siteHome,
  ...siteLists,
  ...sitePages,
  ...subscribers,
  ...subscribersMails,
  ...suspensionsMails,
  ...towns,
};

/**
 * The sentences of each language that we speak. The server and tests have all of them; a file for browsers has those that its modules say
 * (`tools/build/sentences.ts`).
 */
export const catalogues = { en };

/** The language of people of whom we know no other. */
export const defaultLocale = "en";
