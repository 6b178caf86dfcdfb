import type { RefObject } from "react";

/** What the camera sees, with the frame into which a code is held, and a line that says how far it is. */
export const CameraFrame = ({ video, words }: { video: RefObject<HTMLVideoElement | null>; words: string }) => (
  <div className="cam">
    <video ref={video} playsInline muted />
    <span className="aim" />
    <p role="status">{words}</p>
  </div>
);
