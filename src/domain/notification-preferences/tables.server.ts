/** Whether a member wants a kind of mail; without a row they do. */
export type NotificationPreferences = {
  member_id: string;
  kind: string;
  wanted: boolean;
};
