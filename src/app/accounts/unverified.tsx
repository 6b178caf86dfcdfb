import { say } from "#messages/say.ts";

import { useVerificationMail } from "../session/use-verification-mail.ts";
import { Icon } from "../ui/icon.tsx";

type UnverifiedProps = {
  email: string;
  /** True for the full text; by default it is one line, on a phone without the address. */
  inFull: boolean;
};

/** Asks a member to confirm their address, and can send the mail again. It blocks nothing. */
export function Unverified({ email, inFull }: UnverifiedProps) {
  const { busy, send } = useVerificationMail(email);
  const again = (style: string) => (
    <button type="button" className={style} aria-disabled={busy || undefined} onClick={send}>
      {say("unverified.again")}
    </button>
  );
  if (inFull) {
    return (
      <div className="unverified sheet mt-3 mb-6 flex flex-wrap items-center justify-between gap-3 p-4 sm:mt-0">
        <p>
          <b className="block">{say("unverified.text")}</b>
          {say("unverified.mailed")} <span className="inline-block wrap-anywhere">{email}</span>
        </p>
        {again("btn")}
      </div>
    );
  }
  return (
    <p className="unverified sheet mt-2 mb-3 flex min-h-11 items-center gap-2 ps-4 text-[0.8125rem] leading-tight sm:mt-0 sm:mb-4 sm:text-sm">
      <Icon name="mail" className="size-5 text-accent max-sm:hidden" />
      <span title={email} className="min-w-0 wrap-anywhere">
        {say("unverified.confirm")}
        <b className="max-sm:hidden">: {email}</b>
      </span>
      <span aria-hidden className="quiet max-sm:hidden">
        ·
      </span>
      {again("min-h-11 shrink-0 cursor-pointer pe-4 font-semibold text-primary underline underline-offset-4")}
    </p>
  );
}
