import fromMail from "./en/from-mail.json" with { type: "json" };
import frame from "./en/frame.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What the pages say that links in mails lead to. */
export const say = sayFrom({ ...frame, ...fromMail });
