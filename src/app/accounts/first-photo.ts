import { say } from "#messages/say.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { theAuth } from "../session/identity.ts";
import { sentenceOf } from "../session/refusal.ts";
import { uploadPicture } from "../session/upload.ts";
import { toast } from "../ui/toast.tsx";

/**
 * Uploads the file chosen before the account existed, and makes it the member's photo; the account stays even if that
 * fails.
 */
export async function takePhoto({ displayName }: SessionUser, file: File) {
  try {
    await theAuth().updateProfile({ displayName, photoURL: await uploadPicture(file) });
  } catch (error) {
    const way = { text: say("register.photo.account"), to: "/account" } as const;
    toast("error", say("register.photo.failed", { why: sentenceOf(error) }), way, { goesAlong: true });
  }
}
