import { useState } from "react";

import { hueOf, initialsOf } from "#domain/members/rules.ts";

type AvatarProps = { name: string | null; photo: string | null; className?: string };

/** A person's picture, or their initials on a color of their own where there is none or it does not load. */
export function Avatar({ name, photo, className = "size-10 text-sm" }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (photo && failed !== photo) {
    return (
      <img
        src={photo}
        alt=""
        // So it is not announced at the page's beginning, where it would be before what one came for.
        loading="lazy"
        referrerPolicy="no-referrer"
        className={`rounded-full bg-base-300 object-cover ${className}`}
        // Markup that came from the server may have failed before this script ran.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setFailed(photo);
        }}
        onError={() => setFailed(photo)}
      />
    );
  }
  return (
    <span
      aria-hidden
      data-hue={hues[hueOf(name ?? "")]}
      // Drawn, and no text: people who speak to their device would be told to say letters that nothing is called by.
      data-initials={initialsOf(name)}
      className={`hue grid shrink-0 place-items-center rounded-full font-semibold before:content-[attr(data-initials)] ${className}`}
    />
  );
}

const hues = ["cleanup", "plantation", "donation", "education", "healthcare", "food", "awareness"];
