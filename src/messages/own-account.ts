import account from "./en/own-account.json" with { type: "json" };
import frame from "./en/frame.json" with { type: "json" };
import rules from "./en/rules.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What a member's own account page says. */
export const say = sayFrom({ ...frame, ...account, ...rules });
