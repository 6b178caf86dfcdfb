import { Hono } from "hono";
import { identityCalls } from "#api/auth.ts";
import { noStore } from "#api/requests.ts";

type Ask = (request: Request, address: string) => Promise<Response>;

/** The API's identity calls, for tests that expect the refusal itself: it is thrown, and not turned into JSON. */
export function identityDoor(parts: Parameters<typeof identityCalls>[0]): Ask {
  const door = new Hono<{ Bindings: { address: string } }>().use(noStore).route("/api", identityCalls(parts));
  door.onError((error) => {
    throw error;
  });
  return async (request, address) => door.fetch(request, { address });
}
