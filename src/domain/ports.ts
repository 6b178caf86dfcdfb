import type { Member } from "#domain/members/shapes.ts";

/** What we ask of an identity provider. The built-in one is `adapters/auth`; another fits beside it. */
export type AuthProvider = {
  /** Whom a bearer token speaks for; null when it is not one of ours, has expired or was tampered with. */
  identify(token: string): Promise<Member | null>;
  /**
   * Answers a call below `/api/auth` (sign up, sign in, sign out, session, profile, token).
   * `address` is the caller's network address, which the limits on attempts count by.
   * @throws Failure for what it refuses, as a room does
   */
  handle(request: Request, address: string): Promise<Response>;
};

/** What is written on an event's picture, in words as a person reads them; `kind` chooses the scene. */
export type EventWords = { kind: string; kindLabel: string; title: string; when: string; place: string };

/** Draws what is shown where an event is shared, and takes in what people upload. */
export type PictureMaker = {
  /** A PNG of 1200 to 630 pixels. */
  drawEvent(words: EventWords): Promise<Uint8Array>;
  /**
   * An uploaded photo as a WebP of at most 1600 pixels a side, upright and without what cameras note in it (where, when,
   * whose); null when it is no picture that we read (JPEG, PNG, WebP, GIF or AVIF).
   */
  fitPhoto(file: Uint8Array): Promise<Uint8Array | null>;
};
