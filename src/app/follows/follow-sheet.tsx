import { say } from "#messages/follows-sheet.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { toast } from "../ui/toast.tsx";
import type { Wish } from "./own-follows.ts";

/** Asks somebody who is not logged in where their mails go. */
export default function FollowSheet({ wish, name, onClose }: { wish: Wish; name: string; onClose: () => void }) {
  const isSpot = wish.about === "event";
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <DialogForm
      title={isSpot ? say("follows.sheet.title.spot") : say("follows.sheet.title", { name })}
      fromBelow
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
          toast("success", say("follows.sheet.done"));
          onClose();
        } catch (error) {
          return refused(error);
        }
      }}
    >
      {({ email }) => <EmailField label={say("follows.sheet.email")} defaultValue={email} />}
    </DialogForm>
  );
}
