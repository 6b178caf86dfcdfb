import { useRef, useState } from "react";

import type { EventType } from "#domain/events/rules.ts";
import { isPictureAddress } from "#domain/rules.ts";
import { say } from "#messages/organizing.ts";

import { Field } from "../ui/field.tsx";
import { fillField } from "../ui/form.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { EventPicture } from "../events/event-picture.tsx";
import { UploadButton } from "../session/upload-button.tsx";

type PictureFieldProps = { name: string; label: string; initial: string; type: EventType; required: boolean };

/**
 * The address of a picture, typed or made by uploading one, and the picture; when it does not load, what is shown instead:
 * the scene of its type.
 */
export function PictureField({ name, label, initial, type, required }: PictureFieldProps) {
  const [url, setUrl] = useState(initial);
  const [failed, setFailed] = useState("");
  const frame = useRef<HTMLDivElement>(null);
  const address = useSettled(url.trim());

  return (
    <div ref={frame} className="flex flex-col gap-3">
      <Field
        name={name}
        inputMode="url"
        autoComplete="off"
        label={label}
        placeholder={say("form.thumbnail.placeholder")}
        hint={address && failed === address && <span role="status">{say("form.thumbnail.failed")}</span>}
        defaultValue={initial}
        required={required}
        whenMissing={say("rule.thumbnail_url.required")}
        onInput={(event) => setUrl(event.currentTarget.value)}
      />
      <UploadButton
        label={say("form.thumbnail.upload")}
        onUploaded={(uploaded) => fillField(frame.current, name, uploaded)}
      />
      {isPictureAddress(address) && (
        <figure>
          <EventPicture
            key={address}
            type={type}
            url={address}
            className="max-w-72 rounded-field border border-base-300"
            onFail={() => setFailed(address)}
          />
          <figcaption className="sr-only">{say("form.thumbnail.preview")}</figcaption>
        </figure>
      )}
    </div>
  );
}
