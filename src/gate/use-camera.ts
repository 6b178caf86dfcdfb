import { type RefObject, useEffect, useEffectEvent, useState } from "react";

import { type Camera, startCamera } from "./camera.ts";

export type CameraState = "starting" | "on" | "refused" | "none";

/** The camera while `isWanted`: its state, and its light if it has one. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  isWanted: boolean,
  onText: (text: string) => void,
): { state: CameraState; light: Camera["light"] } {
  const [state, setState] = useState<CameraState>("starting");
  const [light, setLight] = useState<Camera["light"]>(null);
  const tell = useEffectEvent(onText);
  useEffect(() => {
    const element = video.current;
    if (!isWanted || !element) return;
    let camera: Camera | undefined;
    let isOver = false;
    const start = async () => {
      try {
        camera = await startCamera(element, (text) => tell(text));
        if (isOver) return camera.stop();
        setState("on");
        setLight(() => camera?.light ?? null);
      } catch (error) {
        if (isOver) return;
        const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
        setState(isRefused ? "refused" : "none");
      }
    };
    void start();
    return () => {
      isOver = true;
      camera?.stop();
      setLight(null);
      setState("starting");
    };
  }, [video, isWanted]);
  return { state, light };
}
