import type { RefObject } from "react";

/** The camera's picture with a frame in which to hold a code, and a line about its state. */
export const CameraFrame = ({ video, words }: { video: RefObject<HTMLVideoElement | null>; words: string }) => (
  <div className="cam">
    <video ref={video} className="absolute size-full object-cover" playsInline muted />
    <span className="aim" />
    <p role="status">{words}</p>
  </div>
);
