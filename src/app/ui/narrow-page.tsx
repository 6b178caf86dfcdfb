import type { ReactNode } from "react";

import { say } from "#messages/say.ts";

/** The frame of pages that request a mail or that a mail leads to: one narrow sheet. */
export function NarrowPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="sheet mx-auto mt-1 flex w-full max-w-lg flex-col gap-5 p-5 sm:mt-0 sm:p-8">
      <div>
        <h1 className="text-page">{title}</h1>
        {lead && <p className="quiet text-lg">{lead}</p>}
      </div>
      <noscript>
        <p className="rounded-field bg-secondary p-3 text-secondary-content">{say("noscript.members")}</p>
      </noscript>
      {children}
    </div>
  );
}
