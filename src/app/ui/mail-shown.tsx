import type { ReactNode } from "react";

import { say } from "#messages/say.ts";

/** A fact about a mail that is shown before it is sent, in a list of such facts. */
export const MailFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="quiet">{name}</dt>
    <dd dir="auto" className="font-medium break-words">
      {children}
    </dd>
  </>
);

/** The look of the list of these facts. */
export const mailFacts = "mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5";

/** The text of a mail as its first reader will get it. */
export const MailShown = ({ to, text }: { to: string; text: string }) => (
  <>
    <p className="quiet mt-5 text-sm">{say("message.mail", { name: to })}</p>
    <div dir="auto" className="mt-1.5 rounded-field bg-base-200 p-4 break-words whitespace-pre-line">
      {text.trim()}
    </div>
  </>
);
