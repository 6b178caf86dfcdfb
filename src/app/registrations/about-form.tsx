import type { ReactNode } from "react";

import { isFull } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/registrations-sheet.ts";

import { DialogFoot } from "../ui/dialog-foot.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { AboutFields, aboutOf } from "./about-fields.tsx";
import type { Party, useOwnRegistration } from "./use-own-registration.ts";

type AboutFormProps = { event: Event; party: Party; own: ReturnType<typeof useOwnRegistration>; children: ReactNode };

/** What joining asks of a member, before it is done. */
export function AboutForm({ event, party, own, children }: AboutFormProps) {
  async function send(values: Record<string, string>): Promise<FieldErrors | void> {
    const wrong = await own.tryJoin({ ...party, ...aboutOf(values) });
    // What was typed stays.
    if (wrong) return wrong;
    own.closeSheet();
  }
  return (
    <>
      {children}
      <DraftedForm name={`join-about.${event._id}`} className="mt-4 flex flex-col gap-4" onSend={send}>
        {(draft) => (
          <>
            <AboutFields event={event} draft={draft} />
            <DialogFoot className="grid">
              <SubmitButton busy={say("event.joining")} className="btn-lg">
                {say(isFull(event) ? "event.wait" : "event.join")}
              </SubmitButton>
            </DialogFoot>
          </>
        )}
      </DraftedForm>
    </>
  );
}
