import type { Event } from "#domain/events/shapes.ts";
import { phoneTypedMax } from "#domain/values/rules.ts";
import { say } from "#messages/say.ts";

import { MinorField } from "../events/minor-field.tsx";
import { Field } from "../ui/field.tsx";
import type { Party } from "./use-own-registration.ts";

type AboutProps = { event: Pick<Event, "asksPhone">; draft: Readonly<Record<string, string>> };

/** The optional questions about the person who joins, such as a phone number if the organizer wants one. */
export const AboutFields = ({ event, draft }: AboutProps) => (
  <>
    {event.asksPhone && (
      <Field
        name="phone"
        type="tel"
        label={say("sheet.phone")}
        hint={say("sheet.phone.hint")}
        defaultValue={draft["phone"]}
        autoComplete="tel"
        maxLength={phoneTypedMax}
        kind="phone"
        whenWrong={say("rule.phone")}
      />
    )}
    <MinorField
      name="under18"
      guardian="guardian"
      label={say("sheet.under18")}
      guardianLabel={say("sheet.guardian")}
      hint={say("sheet.guardian.hint")}
      draft={draft}
    />
  </>
);

/** The answers, as they are sent. */
export const aboutOf = (values: Readonly<Record<string, string>>): Pick<Party, "phone" | "under18" | "guardian"> => ({
  phone: values["phone"] ?? "",
  under18: values["under18"] === "on",
  guardian: values["guardian"] ?? "",
});
