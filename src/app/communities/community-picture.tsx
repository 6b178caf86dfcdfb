import { Drawing } from "../ui/drawing.tsx";

/** The skies of our drawings that have no day's: a kitchen at night, and a table. */
const skies: Record<string, "night" | "no"> = { "community-4": "night", "community-5": "no" };

/** A community's picture: a drawing of ours, in the dark theme by lamplight, or a photo as it is. */
export function CommunityPicture({ address }: { address: string }) {
  const [, scene] = /^\/scenes\/(community-\d)\.svg$/.exec(address) ?? [];
  // Where cards stand side by side, words that are opened take their room from it: the others stay where they are.
  const frame =
    "aspect-[16/10] w-28 rounded-field sm:w-full sm:flex-none sm:rounded-none sm:group-has-[details[open]]:aspect-auto sm:group-has-[details[open]]:min-h-20 sm:group-has-[details[open]]:flex-[1_1_0px]";
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
