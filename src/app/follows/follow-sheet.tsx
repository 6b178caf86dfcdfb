import { useState } from "react";

import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { focusOnce } from "../ui/focus.ts";
import type { Wish } from "./own-follows.ts";

/** Asks a visitor for the address to mail to, and then says where to look for the confirmation mail. */
export default function FollowSheet({ wish, name, onClose }: { wish: Wish; name: string; onClose: () => void }) {
  const isSpot = wish.about === "event";
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const [sent, setSent] = useState<{ to: string; isDone: boolean } | null>(null);
  if (sent?.isDone) {
    return (
      <Dialog title={say("follows.page.done")} onClose={onClose}>
        <p role="status" className="mt-2 wrap-anywhere">
          {say("follows.page.done.text", { email: sent.to })}
        </p>
        <DialogFoot className="mt-5 flex flex-wrap justify-end gap-3">
          <button type="button" className="btn" onClick={() => setSent({ ...sent, isDone: false })}>
            {say("follows.page.correct")}
          </button>
          <button ref={focusOnce} type="button" className="btn btn-primary" onClick={onClose}>
            {say("follows.sheet.close")}
          </button>
        </DialogFoot>
      </Dialog>
    );
  }
  return (
    <DialogForm
      title={isSpot ? say("follows.sheet.title.spot") : say("follows.sheet.title", { name })}
      keep={null}
      text={
        isSpot ? (
          <>
            <strong dir="auto" className="mb-1 block break-words text-base-content">
              {name}
            </strong>
            {say("follows.sheet.text.spot")}
          </>
        ) : (
          say("follows.sheet.text")
        )
      }
      name="follow"
      onClose={onClose}
      submit={say(isSpot ? "follows.sheet.submit.spot" : "follows.sheet.submit")}
      busy={say("loading")}
      onSend={async ({ email = "" }) => {
        try {
          await ask((api) => api.subscribe.$post({ json: { email, follow: { ...wish, timeZone } } }));
          setSent({ to: email, isDone: true });
        } catch (error) {
          return refused(error);
        }
      }}
    >
      {({ email }) => <EmailField label={say("follows.sheet.email")} defaultValue={sent?.to ?? email} />}
    </DialogForm>
  );
}
