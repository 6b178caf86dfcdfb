import account from "./en/account.json" with { type: "json" };
import calendars from "./en/calendars.json" with { type: "json" };
import communities from "./en/communities.json" with { type: "json" };
import contact from "./en/contact.json" with { type: "json" };
import events from "./en/events.json" with { type: "json" };
import failures from "./en/failures.json" with { type: "json" };
import firebase from "./en/firebase.json" with { type: "json" };
import frame from "./en/frame.json" with { type: "json" };
import fromMail from "./en/from-mail.json" with { type: "json" };
import google from "./en/google.json" with { type: "json" };
import home from "./en/home.json" with { type: "json" };
import mails from "./en/mails.json" with { type: "json" };
import organise from "./en/organise.json" with { type: "json" };
import ownAccount from "./en/own-account.json" with { type: "json" };
import pages from "./en/pages.json" with { type: "json" };
import participants from "./en/participants.json" with { type: "json" };
import places from "./en/places.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import standIn from "./en/stand-in.json" with { type: "json" };
import { type KeyOf, sayFrom } from "./say.ts";

// For the server, which says everything. Pages take the part that they need: the whole would be 4 kB on each.
const sentences = {
  ...account,
  ...calendars,
  ...communities,
  ...contact,
  ...events,
  ...failures,
  ...firebase,
  ...frame,
  ...fromMail,
  ...google,
  ...home,
  ...mails,
  ...organise,
  ...ownAccount,
  ...pages,
  ...participants,
  ...places,
  ...rules,
  ...standIn,
};

/** The name of a sentence; a plural's forms (`key_one`, `key_other`) share one name. */
export type MessageKey = KeyOf<typeof sentences>;

/** Any sentence. */
export const say = sayFrom(sentences);

/** True for a string that names a sentence, such as the ones that schemas put into their issues. */
export const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(sentences, text);
