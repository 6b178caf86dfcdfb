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
