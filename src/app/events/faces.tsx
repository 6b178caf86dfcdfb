import type { Face } from "#domain/participants/shapes.ts";
import { say } from "#messages/say.ts";

import { Avatar } from "../ui/avatar.tsx";

type FacesProps = { faces: Face[]; participant: number; closed: boolean };

/** The faces of participants who agree to be shown, and the number of others; renders nothing without a face. */
export function Faces({ faces, participant, closed }: FacesProps) {
  const more = participant - faces.length;
  if (faces.length === 0) return null;
  const edge = "-ml-2 rounded-full border-2 border-(--ground)";
  return (
    <section aria-labelledby={closed ? undefined : "faces"}>
      {/* For a past event, the faces are below the total, which says who they are. */}
      {!closed && (
        <h2 id="faces" className="text-part">
          {say("faces.title")}
        </h2>
      )}
      <ul className="mt-3 flex items-center pl-2">
        {faces.map(({ name, photo }, index) => (
          // Names can repeat, and a face has no other key.
          <li key={`${index} ${name}`} className={edge}>
            <Avatar name={name} photo={photo} className="size-11 text-base" />
            <span className="sr-only">{name}</span>
          </li>
        ))}
        {more > 0 && (
          <li
            className={`${edge} grid h-12 min-w-12 place-items-center bg-(--kind) px-2 text-sm font-bold text-(--kind-content)`}
          >
            <span aria-hidden>{say("faces.more", { count: more })}</span>
            <span className="sr-only">{say("faces.more_label", { count: more })}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
