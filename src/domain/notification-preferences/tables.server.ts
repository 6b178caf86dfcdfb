/** A member's choice for a kind of mail; without a row they want it. */
export type NotificationPreferences = {
  member_id: string;
  kind: string;
  wanted: boolean;
};
