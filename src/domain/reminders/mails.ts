import { say } from "#messages/all.ts";
import { eventMail, factsOf, inWords } from "../events/mails.ts";
import { companyOf, free, type Standing } from "../joins/mails.ts";
import type { Letter } from "../mail.ts";
import type { TaskContext } from "../outbox.ts";

type Here = Pick<TaskContext, "address" | "now">;

/** That an event is soon, a day or two hours before, and how one says that one comes, or does not. */
export function reminderMail(reader: Standing, before: "day" | "soon", here: Here): Letter {
  const { event, place } = reader;
  const values = { title: event.title, when: inWords(event) };
  return eventMail(
    reader,
    {
      subject: say(`mail.reminder.${before}.subject`, values),
      paragraphs: [say(`mail.reminder.${before}.text`, values)],
      facts: [...factsOf(event), ...companyOf(reader)],
      actions: [{ label: say("mail.action.coming"), address: `${place}&coming` }, free(reader)],
      afterwards: [say("mail.reminder.after", { address: `${here.address}/view-event/${event._id}` })],
      method: "PUBLISH",
    },
    here,
  );
}

/** That it was good to have somebody. */
export function thanksMail(reader: Standing, here: Here): Letter {
  const values = { title: reader.event.title, organizer: reader.event.organizer };
  return eventMail(
    reader,
    {
      subject: say("mail.thanks.subject", values),
      paragraphs: [say("mail.thanks.text", values)],
      actions: [{ label: say("mail.thanks.button"), address: `${here.address}/upcoming-events` }],
      method: "PUBLISH",
    },
    here,
  );
}
