import { useState } from "react";

import type { EventType } from "#domain/events/rules.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { lampsOf } from "../ui/drawing.tsx";

type EventPictureProps = {
  type: EventType;
  url: string | null;
  className?: string;
  /** True if this is the page's main picture, which is loaded at once. */
  first?: boolean;
  onFail?: () => void;
};

/** The address of the drawn scene of an event type. */
export const sceneOf = (type: EventType) => `/scenes/${type}.svg`;

/** The addresses of all scenes of a type, its main one first. */
export const scenesOf = (type: EventType) => [sceneOf(type), `/scenes/${type}-2.svg`, `/scenes/${type}-3.svg`];

/**
 * The name of one of our scenes, such as 'food-2', from an address on this site or at its origin; undefined for a
 * photo.
 */
export const sceneNamed = (address: string, origin: string) =>
  /^\/scenes\/((?:cleanup|plantation|donation|education|healthcare|food|awareness)(?:-\d)?)\.svg$/.exec(
    address.replace(origin, ""),
  )?.[1];

/** The sky in a scene: none indoors, always night, or else day. */
export const skyOf = (scene: string): "no" | "night" | "day" =>
  scene === "awareness" ? "night" : /^(donation|education(-3)?$|healthcare-2|food(-2)?$)/.test(scene) ? "no" : "day";

/**
 * An event's picture in a frame of fixed ratio. The type's scene lies behind a photo until it has loaded, and stays if
 * it fails. The dark theme darkens our drawings, but not photos.
 */
export const EventPicture = (props: EventPictureProps) => (
  <PictureFrom {...props} origin={useSiteSettings()?.origin ?? ""} />
);

/**
 * The same picture for still parts (`ui/still.tsx`), which cannot read the context: the caller passes the public
 * address.
 */
export function PictureFrom({
  type,
  url,
  origin,
  className = "",
  first = false,
  onFail,
}: EventPictureProps & { origin: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  const shown = url && failed !== url ? url : null;
  const scene = sceneNamed(shown ?? sceneOf(type), origin);
  const fail = () => {
    setFailed(url);
    onFail?.();
  };
  return (
    <div
      className={`picture aspect-[16/10] overflow-hidden bg-base-300 ${className}`}
      data-sky={scene && skyOf(scene)}
      style={{ backgroundImage: `url(${sceneOf(type)})`, ...(scene && lampsOf(scene)) }}
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
          // A picture in markup from the server may have failed before this script ran.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) fail();
          }}
          onError={fail}
        />
      )}
    </div>
  );
}
