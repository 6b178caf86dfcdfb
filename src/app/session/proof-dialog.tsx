import { useLocation } from "react-router";

import { say } from "#messages/say.ts";

import { Dialog } from "../ui/dialog.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { Answered } from "./answered.tsx";
import { ask } from "./ask.ts";
import { readAccess } from "./auth-call.ts";
import { LogInAgain } from "./log-in-again.tsx";
import { refused } from "./refused.ts";
import { useAnswer } from "./use-answer.ts";

/** The identity provider's name for logging in with a password. */
const byPassword = "credential";

/** Asks a member to prove who they are, with their password or by logging in again. */
export default function ProofDialog({ onProven, onClose }: { onProven: () => void; onClose: () => void }) {
  const { pathname, search } = useLocation();
  const { asked, again } = useAnswer(readAccess);

  async function prove({ password = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.account.proof.$post({ json: { password } }));
      onProven();
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <Dialog title={say("proof.title")} onClose={onClose}>
      <Answered on="dialog" asked={asked} again={again} failed={say("proof.failed")}>
        {({ answer: { ways } }) =>
          ways.includes(byPassword) ? (
            <Form onSend={prove} className="mt-2 flex flex-col gap-4">
              <p className="quiet">{say("proof.text")}</p>
              <PasswordField label={say("proof.password")} autoComplete="current-password" />
              <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
                <button type="button" className="btn" onClick={onClose}>
                  {say("cancel")}
                </button>
                <SubmitButton busy={say("proof.going")}>{say("proof.go")}</SubmitButton>
              </div>
            </Form>
          ) : (
            <div className="mt-4">
              <LogInAgain ways={ways} from={pathname + search} onDone={onProven} />
            </div>
          )
        }
      </Answered>
    </Dialog>
  );
}
