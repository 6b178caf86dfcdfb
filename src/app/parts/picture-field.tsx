import { type ChangeEvent, useRef, useState } from "react";

import type { EventType } from "#domain/events/rules.ts";
import { isPictureAddress } from "#domain/rules.ts";
import { say } from "#messages/organise.ts";

import { sentenceOf } from "../session/refusal.ts";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { EventPicture } from "./event-picture.tsx";

type PictureFieldProps = { name: string; label: string; initial: string; kind: EventType; required: boolean };

/** How an upload goes: the sentence is for whoever chose the file. */
type Upload = { state: "none" | "busy" | "done" | "failed"; sentence: string };

/**
 * The address of a picture, typed or made by uploading one, and the picture; when it does not load, what is shown instead:
 * the scene of its kind.
 */
export function PictureField({ name, label, initial, kind, required }: PictureFieldProps) {
  const [url, setUrl] = useState(initial);
  const [failed, setFailed] = useState("");
  const [upload, setUpload] = useState<Upload>({ state: "none", sentence: say("form.thumbnail.upload_hint") });
  const frame = useRef<HTMLDivElement>(null);
  const address = useSettled(url.trim());

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (!file) return;
    setUpload({ state: "busy", sentence: say("form.thumbnail.uploading") });
    try {
      const { uploadPicture } = await import("../session/upload.ts");
      fill(await uploadPicture(file));
      setUpload({ state: "done", sentence: say("form.thumbnail.uploaded") });
    } catch (error) {
      setUpload({ state: "failed", sentence: sentenceOf(error) });
    }
    // The same file can be chosen again.
    target.value = "";
  }

  /** Into the field, as if it had been typed: the form around it keeps its draft and its preview by that. */
  function fill(text: string) {
    const field = frame.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!field) return;
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

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
      <div className="flex flex-wrap items-center gap-3">
        <label className="btn btn-outline has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            disabled={upload.state === "busy"}
            onChange={(event) => void send(event)}
          />
          {upload.state === "busy" ? (
            <span className="loading loading-spinner loading-sm" aria-hidden />
          ) : (
            <Icon name="image-up" className="size-5" />
          )}
          {say("form.thumbnail.upload")}
        </label>
        <p role="status" className={upload.state === "failed" ? "font-medium text-error" : "quiet text-sm"}>
          {upload.sentence}
        </p>
      </div>
      {isPictureAddress(address) && (
        <figure>
          <EventPicture
            key={address}
            kind={kind}
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
