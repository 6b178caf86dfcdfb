import type { Access } from "#domain/members/shapes.ts";

import { succeeded } from "./refusal.ts";

/** A call of the identity provider, below `/api/auth`. @throws Refusal */
export const post = (call: string, body: object) =>
  succeeded(
    fetch(`/api/auth/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

/** A device where the member is logged in; moments in ISO 8601. */
export type Device = Access["devices"][number];

/** The ways in which the member can log in, and where they are logged in. @throws Refusal */
export const readAccess = async (): Promise<Access> =>
  (await (await succeeded(fetch("/api/auth/access"))).json()) as Access;
