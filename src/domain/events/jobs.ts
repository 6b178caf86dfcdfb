import type { TaskHandlers } from "../outbox.ts";
import { cancelledMail } from "./mails.ts";

export const eventJobs: Pick<TaskHandlers, "event_cancelled"> = {
  event_cancelled: async ({ address }, payload) => cancelledMail(payload, address),
};
