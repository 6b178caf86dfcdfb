import sharp from "sharp";

/** A JPEG as a phone makes it: stored sideways with a rotation flag, and with the location where it was taken. */
export const photo = ({ width = 400, height = 300 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: "#2f7d4f" } })
    .withExif({ IFD0: { Make: "Test camera" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 9/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
