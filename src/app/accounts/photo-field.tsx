import { type ReactNode, useEffect, useRef, useState } from "react";

import { avatarAddress, isAvatarAddress } from "#domain/members/rules.ts";
import { isPictureAddress } from "#domain/rules.ts";
import { asTyped } from "#domain/values/rules.ts";
import { say } from "#messages/say.ts";

import { Avatar } from "../ui/avatar.tsx";
import { Field } from "../ui/field.tsx";
import { fillField } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSettled } from "../ui/use-settled.ts";

type PhotoFieldProps = {
  /** The address that the field begins with. */
  initial: string;
  /** A picture of the member's, uploaded once there is an account. */
  file: File | null;
  onFile: (file: File | null) => void;
  /** The name field, beside the photo. */
  children: ReactNode;
};

/**
 * The photo of a new member: drawn initials that follow the typed name, until they give an address or choose a file.
 * Only members can upload, so a file waits for the account. Folded away, as most people change nothing.
 */
export function PhotoField({ initial, file, onFile, children }: PhotoFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [photo, setPhoto] = useState(initial);
  const [name, setName] = useState("");
  const address = useSettled(asTyped(photo));
  const isDrawn = isAvatarAddress(photo);

  useEffect(() => {
    const field = nameField(frame.current);
    const follow = () => {
      setName(field?.value ?? "");
      if (isDrawn) draw(frame.current);
    };
    // A name may have been typed before this script loaded.
    if (field?.value) follow();
    field?.addEventListener("input", follow);
    return () => field?.removeEventListener("input", follow);
  }, [isDrawn]);

  const hint = file ? say("register.photo.file", { name: file.name }) : !isDrawn && say("register.photo.hint");
  return (
    <div ref={frame} className="relative">
      <div className="flex gap-3">
        <div className="min-w-0 flex-1">{children}</div>
        {isDrawn && !name ? (
          // Shown while there is no name to draw initials of.
          <Icon name="user-round" className="mt-7.5 size-11 rounded-full bg-base-200 p-2.5" />
        ) : (
          <Avatar name={name} photo={isPictureAddress(address) ? address : null} className="mt-7.5 size-11 text-lg" />
        )}
      </div>
      <details>
        <summary className="absolute -top-2.5 right-0 flex min-h-11 cursor-pointer items-center font-medium underline underline-offset-4">
          {say("register.photo.change")}
        </summary>
        <div className="mt-4 flex flex-col gap-3">
          <Field
            name="photo"
            inputMode="url"
            label={say("register.photo")}
            autoComplete="photo"
            defaultValue={initial}
            required
            whenMissing={say("rule.photo.required")}
            // Typing an address replaces the address of our drawing; if it is removed, the drawing returns.
            onFocus={({ currentTarget }) => isDrawn && currentTarget.select()}
            onInput={({ currentTarget: { value } }) => {
              setPhoto(value);
              if (!isAvatarAddress(value)) onFile(null);
            }}
            onBlur={({ currentTarget: { value } }) => value.trim() || draw(frame.current)}
          />
          <label className="btn self-start has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
            <input
              type="file"
              accept="image/*"
              className="sr-only"
              onChange={({ target }) => {
                onFile(target.files?.[0] ?? null);
                draw(frame.current);
              }}
            />
            <Icon name="image-up" className="size-5" />
            {say("register.photo.upload")}
          </label>
        </div>
      </details>
      <p role="status" className="quiet text-sm break-words">
        {hint && <span className="block pt-2">{hint}</span>}
      </p>
    </div>
  );
}

/** The name field of the same form. */
function nameField(frame: HTMLElement | null): HTMLInputElement | null {
  const field = frame?.closest("form")?.elements.namedItem("name");
  return field instanceof HTMLInputElement ? field : null;
}

/** Sets the photo to the initials of the typed name. */
const draw = (frame: HTMLElement | null) => fillField(frame, "photo", avatarAddress(nameField(frame)?.value ?? ""));
