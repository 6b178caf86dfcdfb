import { say } from "#messages/accounts.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { theAuth } from "../session/identity.ts";
import { sentenceOf } from "../session/refusal.ts";
import { uploadPicture } from "../session/upload.ts";
import { toast } from "../ui/toast.tsx";

/** Uploads what somebody chose before they had an account, and makes it their photo; the account is there either way. */
export async function takePhoto({ displayName }: SessionUser, file: File) {
  try {
    await theAuth().updateProfile({ displayName, photoURL: await uploadPicture(file) });
  } catch (error) {
    toast("error", say("register.photo.failed", { why: sentenceOf(error) }), {
      text: say("register.photo.account"),
      to: "/account",
    });
  }
}
