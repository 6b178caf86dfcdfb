import { useState } from "react";

import { hueOf, initialsOf } from "#domain/members/rules.ts";

type AvatarProps = { name: string | null; photo: string | null; className?: string };

/** A person's picture, or their initials on a color of their own if there is none or it fails to load. */
export function Avatar({ name, photo, className = "size-10 text-sm" }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (photo && failed !== photo) {
    return (
      <img
        src={photo}
        alt=""
        // Loads lazily, so that it is not preloaded ahead of the page's main content.
        loading="lazy"
        referrerPolicy="no-referrer"
        className={`rounded-full bg-base-300 object-cover ${className}`}
        // A picture in markup from the server may have failed before this script ran.
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
      // Drawn by CSS and not as text, because speech control would otherwise offer the letters as a name.
      data-initials={initialsOf(name)}
      className={`hue grid shrink-0 place-items-center rounded-full font-semibold before:content-[attr(data-initials)] ${className}`}
    />
  );
}

const hues = ["cleanup", "plantation", "donation", "education", "healthcare", "food", "awareness"];
