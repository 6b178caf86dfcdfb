import { z } from "zod";

/** The role of a member at an event or a community. */
export const RoleOf = z.enum(["owner", "organizer"]);
