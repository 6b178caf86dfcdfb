/** Reads the QR codes in a camera's picture. */
type Detector = { detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> };

export type Camera = {
  /** Switches the camera's light on or off; null if it has none. */
  light: ((on: boolean) => void) | null;
  stop: () => void;
};

/** The interval at which a picture is read, in milliseconds. */
const pause = 120;
/** The longest side of the picture that is read, in pixels: a code that fills a third of it is readable. */
const longest = 640;

/**
 * Shows the camera's picture, and calls `onText` for each code in it, repeatedly.
 * @throws DOMException NotAllowedError if the camera is refused, and others if no usable camera exists
 */
export async function startCamera(video: HTMLVideoElement, onText: (text: string) => void): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const [track] = stream.getVideoTracks();
  video.srcObject = stream;
  await video.play();
  const read = await readerOf();
  let timer: ReturnType<typeof setTimeout>;
  let hasStopped = false;
  const look = async () => {
    const text = video.readyState >= video.HAVE_CURRENT_DATA ? await read(video).catch(() => null) : null;
    if (hasStopped) return;
    if (text) onText(text);
    timer = setTimeout(() => void look(), pause);
  };
  void look();
  const { torch = false } = (track?.getCapabilities?.() ?? {}) as { torch?: boolean };
  return {
    light: torch
      ? (on) => void track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).catch(() => {})
      : null,
    stop() {
      hasStopped = true;
      clearTimeout(timer);
      for (const one of stream.getTracks()) one.stop();
      video.srcObject = null;
    },
  };
}

/** Uses the browser's reader if it has one; else a package, which loads now and was cached on the phone for this. */
async function readerOf(): Promise<(video: HTMLVideoElement) => Promise<string | null>> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats().catch((): string[] => [])).includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { default: jsQR } = await import("jsqr");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight, 1));
    [canvas.width, canvas.height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (!context || canvas.width === 0 || canvas.height === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? null;
  };
}
