import { useRef, useState } from "react";

import { asTyped, nameMax } from "#domain/values/rules.ts";
import { isPictureAddress } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { theAuth } from "../session/identity.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import { fillField, type FieldErrors, Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { AccountSection } from "./account-section.tsx";
import { refused } from "../session/refused.ts";
import { UploadButton } from "../session/upload-button.tsx";

/** Name and photo: specification 1 'profile update'. */
export function AccountProfile({ user }: { user: SessionUser }) {
  const [photo, setPhoto] = useState(user.photoURL ?? "");
  const [name, setName] = useState(user.displayName);
  const frame = useRef<HTMLDivElement>(null);

  return (
    <AccountSection
      title={say("own.profile")}
      value={
        <span className="flex items-center gap-2">
          <Avatar name={user.displayName} photo={user.photoURL} className="size-7 text-xs" />
          <span dir="auto">{user.displayName}</span>
        </span>
      }
      text={say("own.profile.text")}
    >
      <Form onSend={save} check={checkPhoto} className="flex flex-col gap-4">
        <div ref={frame} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
          <Avatar
            name={name}
            photo={isPictureAddress(asTyped(photo)) ? asTyped(photo) : null}
            className="size-16 text-xl"
          />
          <UploadButton
            label={say("own.photo.upload")}
            onUploaded={(address) => fillField(frame.current, "image", address)}
          />
          <details className="col-start-2">
            <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium underline underline-offset-4">
              {say("own.photo.address")}
            </summary>
            <Field
              name="image"
              inputMode="url"
              label={say("own.photo")}
              autoComplete="photo"
              defaultValue={user.photoURL ?? ""}
              required
              whenMissing={say("rule.photo.required")}
              onInput={(event) => setPhoto(event.currentTarget.value)}
            />
          </details>
        </div>
        <Field
          name="name"
          label={say("own.name")}
          autoComplete="name"
          defaultValue={user.displayName}
          required
          maxLength={nameMax}
          whenMissing={say("rule.name.required")}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <SubmitButton busy={say("own.saving")} className="self-start">
          {say("own.profile.save")}
        </SubmitButton>
      </Form>
    </AccountSection>
  );
}

async function save(values: Record<string, string>): Promise<FieldErrors | void> {
  const { name: displayName = "", image: photoURL = "" } = values;
  try {
    await theAuth().updateProfile({ displayName: displayName.trim(), photoURL: photoURL.trim() });
    toast("success", say("own.profile.done"));
  } catch (error) {
    return refused(error);
  }
}

const checkPhoto = ({ image = "" }: Record<string, string>): FieldErrors =>
  isPictureAddress(asTyped(image)) ? {} : { image: say("rule.photo.url") };
