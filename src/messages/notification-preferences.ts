import notificationPreferences from "./en/notification-preferences.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the page says that the link in the foot of a mail leads to. */
export const say = sayFrom({ ...site, ...notificationPreferences });
