import { useEffect, useRef, useState } from "react";

import { avatarAddress, isAvatarAddress } from "#domain/members/rules.ts";
import { isPictureAddress } from "#domain/rules.ts";
import { say } from "#messages/accounts.ts";

import { Avatar } from "../ui/avatar.tsx";
import { Field } from "../ui/field.tsx";
import { fillField } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSettled } from "../ui/use-settled.ts";

type PhotoFieldProps = {
  /** The address that the field begins with. */
  initial: string;
  /** A picture of theirs, to be uploaded once there is an account. */
  file: File | null;
  onFile: (file: File | null) => void;
};

/**
 * The photo of somebody who registers: their initials, drawn, which follow the name as it is typed, until they give an address
 * or choose a file. Uploading is for members, so a file waits for the account.
 */
export function PhotoField({ initial, file, onFile }: PhotoFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [photo, setPhoto] = useState(initial);
  const address = useSettled(photo.trim());
  const isDrawn = isAvatarAddress(photo);

  useEffect(() => {
    const field = nameField(frame.current);
    // A name may have been typed before this script came.
    const follow = () => isDrawn && draw(frame.current);
    if (field?.value) follow();
    field?.addEventListener("input", follow);
    return () => field?.removeEventListener("input", follow);
  }, [isDrawn]);

  return (
    <div ref={frame} className="flex flex-col gap-2">
      <div className="flex items-end gap-3">
        <Avatar name={null} photo={isPictureAddress(address) ? address : null} className="size-12 text-lg" />
        <div className="min-w-0 flex-1">
          <Field
            name="photo"
            inputMode="url"
            label={say("register.photo")}
            autoComplete="photo"
            defaultValue={initial}
            required
            whenMissing={say("rule.photo.required")}
            onInput={({ currentTarget: { value } }) => {
              setPhoto(value);
              if (!isAvatarAddress(value)) onFile(null);
            }}
            // Left empty, it is drawn again.
            onBlur={({ currentTarget: { value } }) => value.trim() || draw(frame.current)}
          />
        </div>
      </div>
      <div className="-ml-2 flex flex-wrap gap-x-2">
        <label className="btn btn-ghost btn-sm px-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            onChange={({ target }) => {
              onFile(target.files?.[0] ?? null);
              draw(frame.current);
            }}
          />
          <Icon name="image-up" className="size-4" />
          {say("register.photo.upload")}
        </label>
        <button
          type="button"
          className="btn btn-ghost btn-sm px-2"
          onClick={() => {
            if (isDrawn) fillField(frame.current, "photo", "");
            frame.current?.querySelector<HTMLInputElement>("input[name=photo]")?.focus();
          }}
        >
          {say("register.photo.address")}
        </button>
      </div>
      <p role="status" className="quiet text-sm break-words">
        {file
          ? say("register.photo.file", { name: file.name })
          : say(isDrawn ? "register.photo.drawn" : "register.photo.hint")}
      </p>
    </div>
  );
}

/** The field of the name, in the same form. */
function nameField(frame: HTMLElement | null): HTMLInputElement | null {
  const field = frame?.closest("form")?.elements.namedItem("name");
  return field instanceof HTMLInputElement ? field : null;
}

/** Puts the initials of whatever name is typed into the field of the photo. */
const draw = (frame: HTMLElement | null) => fillField(frame, "photo", avatarAddress(nameField(frame)?.value ?? ""));
