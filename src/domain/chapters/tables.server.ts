import type { Moment } from "#db/moments.server.ts";

/** Communities that have asked another one, the parent, to be part of it, and wait for an answer of its owners. */
export type ChapterRequests = { community_id: string; parent_id: string; asked_at: Moment };
