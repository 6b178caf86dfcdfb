import { say } from "#messages/say.ts";

import { LogInAgain } from "../session/log-in-again.tsx";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { readAccess } from "../session/auth-call.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { PasswordField } from "../ui/password-field.tsx";

/**
 * Asks a host to prove their identity again: as the page's whole content, or above the work in progress, which stays.
 */
export function ProveAgain({ isAll, onDone }: { isAll: boolean; onDone: () => void }) {
  const Heading = isAll ? "h1" : "h2";
  const { asked, again } = useAnswer(readAccess);

  async function prove({ password = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.host.proof.$post({ json: { password } }));
      onDone();
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <section aria-labelledby="prove-again" className="sheet mb-6 flex max-w-xl flex-col gap-4 p-5 sm:p-6">
      <Heading id="prove-again" className="text-part">
        {say("host.prove.title")}
      </Heading>
      <p className="quiet">
        {say("host.prove.text")} {!isAll && say("host.prove.kept")}
      </p>
      <Answered on="part" asked={asked} again={again} failed={say("host.access.failed")}>
        {({ answer: { ways } }) =>
          ways.includes("credential") ? (
            <Form onSend={prove} className="flex flex-col gap-4">
              <PasswordField label={say("host.prove.password")} autoComplete="current-password" />
              <SubmitButton busy={say("host.prove.busy")}>{say("host.prove.submit")}</SubmitButton>
            </Form>
          ) : (
            <LogInAgain ways={ways} onDone={onDone} />
          )
        }
      </Answered>
    </section>
  );
}
