import type { Access } from "#domain/members/shapes.ts";

import { succeeded } from "./refusal.ts";

/** Calls the identity provider, below `/api/auth`. @throws Refusal */
export const post = (call: string, body: object) =>
  succeeded(
    fetch(`/api/auth/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

/** A device on which the member is logged in; times are in ISO 8601. */
export type Device = Access["devices"][number];

/** The member's ways to log in, and the devices they are logged in on. @throws Refusal */
export const readAccess = async (): Promise<Access> =>
  (await (await succeeded(fetch("/api/auth/access"))).json()) as Access;
