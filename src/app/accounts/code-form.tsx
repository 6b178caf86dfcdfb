import { type ReactNode, useState } from "react";
import type { MailSignedIn } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";
import { enterByCode, sendCodeAgain } from "../session/mailed.ts";
import { refused } from "../session/refused.ts";
import { FieldFrame, SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { codeIn, codeLength } from "#domain/members/rules.ts";

import "./code-form.css";

type CodeFormProps = {
  /** The claim that the browser got when it requested the code. */
  claim: string;
  /** The button's words. */
  submit: string;
  onIn: (signedIn: MailSignedIn) => void;
  /** An alternative, beside the button that sends the code again. */
  other: ReactNode;
  /** Content between the code and the button. */
  children?: ReactNode;
};

/** The form for a mailed code, which can also be sent again. */
export function CodeForm({ claim, submit, onIn, other, children }: CodeFormProps) {
  const [again, setAgain] = useState<"sending" | "sent" | null>(null);

  async function enter({ code = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      onIn(await enterByCode(claim, code));
    } catch (error) {
      return refused(error);
    }
  }

  async function sendAgain() {
    if (again === "sending") return;
    setAgain("sending");
    const sent = await sendCodeAgain(claim).catch((error: unknown) => void refused(error));
    setAgain(sent ? "sent" : null);
  }

  return (
    <>
      <Form onSend={enter} className="mt-4 flex flex-col gap-4">
        <CodeField />
        {children}
        <SubmitButton busy={say("code.checking")}>{submit}</SubmitButton>
      </Form>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <button
          type="button"
          className="btn btn-ghost px-0"
          aria-disabled={again === "sending" || undefined}
          onClick={() => void sendAgain()}
        >
          {say(again === "sending" ? "code.again.sending" : "code.again")}
        </button>
        {other}
      </div>
      <p role="status" className="quiet text-sm">
        {again === "sent" && say("code.again.sent")}
      </p>
    </>
  );
}

/**
 * The field for the mailed code: one input, so that phones fill it in; its cells are only drawn. It submits itself when
 * complete.
 */
function CodeField() {
  const [typed, setTyped] = useState("");
  return (
    <FieldFrame name="code" label={say("code.label")}>
      {(control) => (
        <div className="relative">
          <div aria-hidden className="grid grid-cols-6 gap-2">
            {Array.from({ length: codeLength }, (_, index) => (
              <span
                key={index}
                data-next={index === Math.min(typed.length, codeLength - 1) || undefined}
                className="code-cell"
              >
                {typed[index]}
              </span>
            ))}
          </div>
          <input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={40}
            data-when-missing={say("code.missing")}
            className="absolute inset-0 w-full cursor-text opacity-0"
            onChange={({ target }) => {
              // A pasted code may bring the text around it.
              target.value = codeIn(target.value);
              setTyped(target.value);
              if (target.value.length === codeLength && target.value !== typed) target.form?.requestSubmit();
            }}
          />
        </div>
      )}
    </FieldFrame>
  );
}
