import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";

import { say } from "#messages/say.ts";

import { sentenceOf } from "./refusal.ts";
import { Icon } from "../ui/icon.tsx";

/** The state of an upload; the sentence is for the member who chose the file. */
type Upload = { state: "none" | "busy" | "done" | "failed"; sentence: string };

/** Uploads a chosen picture and reports its state; `onUploaded` receives its address. */
export function UploadButton({ label, onUploaded }: { label: string; onUploaded: (address: string) => void }) {
  const [upload, setUpload] = useState<Upload>({ state: "none", sentence: say("upload.hint") });
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isFailed = upload.state === "failed";
  useEffect(() => {
    // While disabled, the button could not keep focus.
    if (isFailed) input.current?.focus();
  }, [isFailed]);

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (!file) return;
    setUpload({ state: "busy", sentence: say("upload.busy") });
    try {
      const { uploadPicture } = await import("./upload.ts");
      onUploaded(await uploadPicture(file));
      setUpload({ state: "done", sentence: say("upload.done") });
    } catch (error) {
      setUpload({ state: "failed", sentence: sentenceOf(error) });
    }
    // Cleared, so that the same file can be chosen again.
    target.value = "";
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <label className="btn has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <input
          ref={input}
          type="file"
          aria-invalid={isFailed || undefined}
          aria-describedby={id}
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
        {label}
      </label>
      <p id={id} role="status" className={isFailed ? "font-medium text-error" : "quiet text-sm"}>
        {upload.sentence}
      </p>
    </div>
  );
}
