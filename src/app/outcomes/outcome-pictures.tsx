import { useId } from "react";

import { picturesMax } from "#domain/outcomes/rules.ts";
import { say } from "#messages/say.ts";

import { UploadButton } from "../session/upload-button.tsx";
import { useForm } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import type { Said } from "./said.ts";

type PicturesProps = { said: Said; onChange: (change: Partial<Said>) => void; onUploaded: (address: string) => void };

/** Pictures of the event, and the organizer's confirmation that the people in them agreed. */
export function OutcomePictures({ said: { pictures, peopleAgreed }, onChange, onUploaded }: PicturesProps) {
  const id = useId();
  const { errors } = useForm();
  const wrong = errors["peopleAgreed"];
  return (
    <section aria-labelledby={`${id}-title`} className="sheet flex flex-col gap-3 p-4.5">
      <h2 id={`${id}-title`} className="text-part">
        {say("after.pictures")}
      </h2>
      {pictures.length > 0 && (
        <ul className="after-pictures">
          {pictures.map((address, index) => (
            <li key={address}>
              <img src={address} alt={say("after.pictures.number", { number: index + 1 })} />
              <button
                type="button"
                aria-label={say("after.pictures.remove", { number: index + 1 })}
                onClick={() => onChange({ pictures: pictures.filter((one) => one !== address) })}
              >
                <Icon name="x" className="size-4.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < picturesMax ? (
        <UploadButton label={say("after.pictures.add")} onUploaded={onUploaded} />
      ) : (
        <p className="quiet">{say("after.pictures.full")}</p>
      )}
      {errors["pictures"] && <p className="font-medium text-error">{errors["pictures"]}</p>}
      {pictures.length > 0 && (
        <label className="after-tick">
          <input
            type="checkbox"
            name="peopleAgreed"
            className="tick"
            checked={peopleAgreed}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-wrong` : undefined}
            // Focus does not scroll to an element that counts as visible, although the bar may cover its error; the
            // element's scroll margin sets the distance.
            onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: "nearest" })}
            onChange={({ target }) => onChange({ peopleAgreed: target.checked })}
          />
          <span>{say("after.pictures.agreed")}</span>
        </label>
      )}
      {wrong && (
        <p id={`${id}-wrong`} className="font-medium text-error">
          {wrong}
        </p>
      )}
    </section>
  );
}
