import account from "./en/account.json" with { type: "json" };
import frame from "./en/frame.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What registering and logging in say. */
export const say = sayFrom({ ...frame, ...account, ...rules });
