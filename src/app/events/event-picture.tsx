import { useState } from "react";

import type { EventType } from "#domain/events/rules.ts";

type EventPictureProps = {
  type: EventType;
  url: string | null;
  className?: string;
  /** For the one picture that the page is about: it is loaded at once. */
  first?: boolean;
  onFail?: () => void;
};

/** The address of a type's own drawn scene. */
export const sceneOf = (type: EventType) => `/scenes/${type}.svg`;

/** The addresses of all scenes of a type, its own first. */
export const scenesOf = (type: EventType) => [sceneOf(type), `/scenes/${type}-2.svg`, `/scenes/${type}-3.svg`];

/** An event's picture in a frame of fixed ratio; the type's scene lies behind it until it has loaded, or for good. */
export function EventPicture({ type, url, className = "", first = false, onFail }: EventPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const shown = url && failed !== url ? url : null;
  const fail = () => {
    setFailed(url);
    onFail?.();
  };
  return (
    <div
      className={`picture aspect-[16/10] overflow-hidden bg-base-300 bg-cover bg-center ${className}`}
      style={{ backgroundImage: `url(${sceneOf(type)})` }}
    >
      {shown && (
        <img
          src={shown}
          alt=""
          width={640}
          height={400}
          loading={first ? "eager" : "lazy"}
          fetchPriority={first ? "high" : "auto"}
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          // Markup that came from the server may have failed before this script ran.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) fail();
          }}
          onError={fail}
        />
      )}
    </div>
  );
}
