import { say } from "#messages/say.ts";
import { eventMail, inWords, type MailContext } from "../events/mails.ts";
import { eventPath } from "../events/rules.ts";
import type { Letter } from "../mail.ts";
import {
  codeFor,
  detailsAndGuests,
  leaveAction,
  type PartyCodes,
  type RegistrationReader,
  spotsOf,
} from "../registrations/mails.ts";

/** Reminds the reader of an event a day or two hours before, with buttons to confirm or to leave. */
export function reminderMail(
  reader: RegistrationReader,
  { before, codes }: { before: "day" | "soon"; codes: PartyCodes },
  ctx: MailContext,
): Letter {
  const { event, page } = reader;
  const values = { title: event.title, when: inWords(event), ...spotsOf(reader) };
  return eventMail(
    reader,
    {
      subject: say(`mail.reminder.${before}.subject`, values),
      heading: say(`mail.reminder.${before}.heading`, values),
      paragraphs: [say(`mail.reminder.${before}.text`, values)],
      details: detailsAndGuests(reader, codes),
      ...codeFor(reader, codes, ctx),
      actions: [
        { label: say("mail.action.confirm", spotsOf(reader)), address: `${page}&coming` },
        leaveAction(reader),
        { label: say("mail.action.see"), address: `${ctx.address}${eventPath(event._id)}` },
      ],
      method: "PUBLISH",
    },
    ctx,
  );
}
