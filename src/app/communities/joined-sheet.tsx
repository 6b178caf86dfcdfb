import PlaceSheet from "./place-sheet.tsx";
import { useOwnPlace } from "./use-own-place.ts";

type JoinedSheetProps = {
  community: { _id: string; title: string; member: number };
  onLeft: () => void;
  onClose: () => void;
};

/** The sheet of a community that was just joined from the list. */
export default function JoinedSheet({ community, onLeft, onClose }: JoinedSheetProps) {
  const own = useOwnPlace(community._id, onLeft);
  return <PlaceSheet community={community} own={own} onClose={onClose} />;
}
