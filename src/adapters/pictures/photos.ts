import { Failure } from "#domain/failure.ts";
import { createPhotoDecoder } from "./photo-decoder.ts";
import { weighPhoto } from "./photo-pieces.ts";
import { createTurns } from "./photo-turns.ts";

/**
 * The maximum number of decoded pixels: 160 MB of memory, and most phones' cameras. AVIF takes five times as long per
 * pixel.
 */
const pixelsMax = 40_000_000;
const avifPixelsMax = 16_000_000;

/**
 * The maximum number of photos in progress, at 5 MB each, in total and per member; and the seconds to wait when it is
 * reached.
 */
const underWayMax = 20;
const underWayOfMemberMax = 5;
const comeBackAfter = 5;

/** The number of photos decoded at once, each of a different member, because a photo's memory depends on its pixels. */
const turn = createTurns(2);
const decode = createPhotoDecoder();
const underWay: string[] = [];

/** `PictureMaker.fitPhoto`: small, upright, and without the camera's metadata. */
export async function fitPhoto(memberId: string, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const own = underWay.filter((id) => id === memberId);
  if (underWay.length >= underWayMax || own.length >= underWayOfMemberMax) {
    throw new Failure("pictures_busy", [], comeBackAfter);
  }
  underWay.push(memberId);
  try {
    const file = await read();
    const weighed = weighPhoto(file);
    if (!weighed) throw new Failure("picture_unreadable");
    if (weighed.isOverloaded) throw new Failure("picture_too_complex");
    const order = { file, pixelsMax: weighed.kind === "avif" ? avifPixelsMax : pixelsMax };
    return await turn(memberId, () => decode(order));
  } finally {
    underWay.splice(underWay.indexOf(memberId), 1);
  }
}
