import { firstCharacters } from "#domain/rules.ts";

import { Drawing } from "../ui/drawing.tsx";

import "./communities.css";

/** The drawings without daylight: a kitchen at night, and a table indoors. */
const skies: Record<string, "night" | "no"> = { "community-4": "night", "community-5": "no" };

const onCard = "aspect-[16/10] w-28 rounded-field sm:w-full sm:rounded-none";

type CommunityPictureProps = { address: string | null; title: string; frame?: string };

/**
 * A community's picture: our drawing, darkened in the dark theme, or an unchanged photo. A community without one shows
 * the first letter of its name.
 */
export function CommunityPicture({ address, title, frame = onCard }: CommunityPictureProps) {
  if (address === null)
    return (
      <span
        aria-hidden
        className={`${frame} grid place-items-center bg-secondary font-display text-4xl font-semibold sm:text-6xl text-secondary-content`}
      >
        {firstCharacters(title, 1).toUpperCase()}
      </span>
    );
  const [, scene] = /^\/scenes\/(community-\d)\.svg$/.exec(address) ?? [];
  if (scene) return <Drawing scene={scene} sky={skies[scene] ?? "day"} lazy className={frame} />;
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      className={`${frame} bg-base-300 object-cover`}
    />
  );
}
