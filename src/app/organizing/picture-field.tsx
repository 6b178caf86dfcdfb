import { useEffect, useEffectEvent, useRef, useState } from "react";

import type { EventType } from "#domain/events/rules.ts";
import { isPictureAddress } from "#domain/rules.ts";
import { asTyped } from "#domain/values/rules.ts";
import { say } from "#messages/say.ts";

import { Drawing } from "../ui/drawing.tsx";
import { Field, FieldFrame } from "../ui/field.tsx";
import { fillField } from "../ui/form.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { EventPicture, sceneNamed, scenesOf, skyOf } from "../events/event-picture.tsx";
import { UploadButton } from "../session/upload-button.tsx";
import { isScene } from "./event-form.ts";

type PictureFieldProps = {
  name: string;
  label: string;
  initial: string;
  /** The type whose scenes are offered; undefined until the organizer of a new event chooses one. */
  type: EventType | undefined;
  /** A required picture starts as a scene of the type. */
  required: boolean;
  /** Shows a small picture, the address and the upload in one line. */
  isBrief?: boolean;
};

/**
 * The picture of an event: one of three scenes of its type, or the address of another picture, typed or uploaded. A new
 * event begins with a scene, which changes with the type. If the picture fails to load, the field shows the substitute.
 */
export function PictureField({ name, label, initial, type, required, isBrief = false }: PictureFieldProps) {
  const [url, setUrl] = useState(initial);
  const [failed, setFailed] = useState("");
  const frame = useRef<HTMLDivElement>(null);
  const address = useSettled(asTyped(url));
  const scenes = type ? scenesOf(type) : [];
  const fill = (text: string) => fillField(frame.current, name, text);

  const [first = ""] = scenes;
  const isOwn = isScene(url);
  const followType = useEffectEvent((scene: string) => {
    if (required && scene && (url === "" || (isOwn && !url.startsWith(scene.replace(".svg", ""))))) fill(scene);
  });
  // If a scene of another type was chosen, it becomes one of this type. That happens only when the type changes: the
  // organizer may have emptied the field to type into it.
  useEffect(() => followType(first), [first]);

  const hint = address && failed === address && <span role="status">{say("form.thumbnail.failed")}</span>;
  if (isBrief) {
    return (
      <div ref={frame}>
        <FieldFrame
          name={name}
          label={label}
          hint={hint}
          aside={<span className="quiet text-sm">{say("form.optional")}</span>}
        >
          {(control) => (
            <div className="grid grid-cols-[4.25rem_minmax(0,1fr)_auto] items-center gap-2 [&_p.quiet]:sr-only">
              <EventPicture
                key={address}
                type={type ?? "cleanup"}
                url={isPictureAddress(address) ? address : null}
                className="h-11 w-full aspect-auto! rounded-field"
                onFail={() => setFailed(address)}
              />
              <input
                {...control}
                dir="auto"
                inputMode="url"
                autoComplete="off"
                placeholder={say("form.thumbnail.placeholder")}
                defaultValue={initial}
                className="input"
                onInput={(event) => setUrl(event.currentTarget.value)}
              />
              <UploadButton label={say("form.thumbnail.short")} onUploaded={fill} />
            </div>
          )}
        </FieldFrame>
      </div>
    );
  }
  return (
    <div ref={frame} className="flex flex-col gap-4">
      {scenes.length > 0 && (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 font-semibold">{say("form.scene")}</legend>
          <div className="grid grid-cols-3 gap-2 sm:gap-3">
            {scenes.map((scene, index) => (
              <label
                key={scene}
                className="relative cursor-pointer overflow-hidden rounded-field border border-base-300 has-checked:border-primary has-checked:ring-2 has-checked:ring-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
              >
                <input
                  type="radio"
                  name="scene"
                  checked={url === scene}
                  aria-label={say("form.scene.number", { number: index + 1 })}
                  className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
                  onChange={() => fill(scene)}
                />
                <Scene name={sceneNamed(scene, "") ?? ""} />
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Field
        name={name}
        inputMode="url"
        autoComplete="off"
        label={label}
        aside={
          isOwn && (
            <button
              type="button"
              className="-my-2.5 min-h-11 cursor-pointer font-semibold underline underline-offset-4"
              onClick={() => {
                fill("");
                frame.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();
              }}
            >
              {say("form.thumbnail.address")}
            </button>
          )
        }
        placeholder={say("form.thumbnail.placeholder")}
        hint={hint}
        defaultValue={initial}
        required={required}
        whenMissing={say("rule.thumbnail_url.required")}
        onInput={(event) => setUrl(event.currentTarget.value)}
        onBlur={({ currentTarget: { value } }) => required && !value.trim() && fill(first)}
      />
      <div className="-mt-1.5 flex items-start gap-3">
        <span className="quiet flex min-h-11 items-center">{say("form.thumbnail.or")}</span>
        <UploadButton label={say("form.thumbnail.upload")} onUploaded={fill} />
      </div>
      {isPictureAddress(address) && !isScene(address) && (
        <figure>
          <EventPicture
            key={address}
            type={type ?? "cleanup"}
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

const Scene = ({ name }: { name: string }) => <Drawing scene={name} sky={skyOf(name)} />;
