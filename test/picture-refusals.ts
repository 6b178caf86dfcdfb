import type { Call } from "./call.ts";
import type { Make } from "./make.ts";
import { photo } from "./photo.ts";
import { pieces, withPieces } from "./photo-pieces.ts";

type Parts = { make: Make; call: Call; limited: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

/** Every refusal of uploading a picture. */
export async function pictureRefusals({ make, call, limited, me: { token } }: Parts) {
  const picture = { body: new Uint8Array(await photo()), headers: { "content-type": "image/jpeg" } };
  return {
    uploadPicture: {
      sign_in_required: () => call("POST", "/pictures", picture),
      picture_too_large: () => call("POST", "/pictures", { token, body: new Uint8Array(5 * 1024 * 1024 + 1) }),
      picture_unreadable: () => call("POST", "/pictures", { token, body: "<svg xmlns='http://www.w3.org/2000/svg'/>" }),
      picture_too_complex: async () =>
        call("POST", "/pictures", { token, body: await withPieces("png", pieces.png.note, 201) }),
      too_many_pictures: () => limited("POST", "/pictures", { token, ...picture }),
      pictures_busy: async () => {
        const { promise: file, resolve } = Promise.withResolvers<Uint8Array>();
        const rivals = Array.from({ length: 20 }, (_, at) => make.pictures.fitPhoto(`${at}`, () => file));
        const refused = await call("POST", "/pictures", { token, ...picture });
        resolve(new Uint8Array());
        await Promise.allSettled(rivals);
        return refused;
      },
    },
  };
}
