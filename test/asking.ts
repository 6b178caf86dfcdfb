import { createLiveNumbers } from "#adapters/live/live.ts";
import { type Answer, callerOf } from "./call.ts";
import { firebaseSite } from "./firebase-refusals.ts";
import type { Make } from "./make.ts";
import type { Wanted } from "./operations.ts";
import { type Caller, credentialsOf, isForHosts, type People } from "./scene.ts";

/**
 * Calls the API as the people of a scene, with their credentials: on a site with our own passwords, one with Firebase,
 * or for hosts one that sends mail. Streams of live numbers are ended, because they would never end by themselves.
 */
export function askerIn(make: Make) {
  const live = createLiveNumbers({ db: make.db, url: null, limits: { all: null, address: null } });
  live.endStreams();
  const builtIn = callerOf({ ...make, watchNumbers: live.watchNumbers });
  const firebase = firebaseSite(make);
  const hosted = callerOf({ ...make, watchNumbers: live.watchNumbers, sendsMail: true });
  return async (people: People, caller: Caller, wanted: Wanted): Promise<Answer> => {
    const { method, path, headers: asked = {}, json, body } = wanted;
    const { token, cookie } = credentialsOf(people, caller);
    const cookies = [cookie, asked["cookie"]].filter(Boolean).join("; ");
    const headers = { origin: "http://localhost", ...asked, ...(cookies && { cookie: cookies }) };
    // A GET request has no body in fetch.
    const content = ["GET", "HEAD"].includes(method) ? {} : { json, ...(body !== undefined && { body }) };
    const bearer = token !== undefined && !("authorization" in headers) && { token };
    const site = isForHosts(path) ? hosted : builtIn;
    return (wanted.firebase ? firebase : site)(method, path, { ...content, headers, ...bearer });
  };
}
