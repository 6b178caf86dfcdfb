/** The rights at an event: a closed set of words. Each operation that organizes asks for one of them. */
export const rights = [
  /** Sees the event while it is a draft or hidden. */
  "see",
  /** Publishes, changes and cancels the event. */
  "edit",
  /** Reads the list of people, with their addresses, and adds and removes them. */
  "people",
  /** Writes to the people, and reads what was written to them. */
  "message",
  /** Runs the gate: its keys, phones and marks. */
  "gate",
  /** Invites others to organize, and takes invitations back. */
  "invite",
  /** Says what came of the event, and thanks the people who came. */
  "outcome",
  /** Deletes the event; for its owner only. */
  "delete",
  /** Gives the event to another organizer; for its owner only. */
  "hand_over",
  /** Ends the rights of other organizers, and changes their role; for owners only. */
  "let_go",
  /** Makes the community part of another, and another part of it; for owners only. */
  "link",
] as const;
export type Right = (typeof rights)[number];

/** The right for which each operation asks, by its name in the API. Commands and queries read it here. */
export const rightFor = {
  getEvent: "see",
  getEventTeam: "see",
  getCommunityTeam: "see",
  listEventActions: "see",
  listCommunityActions: "see",
  /** At the community, for an event of its own. */
  createEvent: "edit",
  createSeries: "edit",
  previewSeries: "edit",
  updateSeries: "edit",
  endSeries: "edit",
  listRegulars: "people",
  makeRegular: "people",
  endRegularOf: "people",
  publishEvent: "edit",
  updateEvent: "edit",
  updateImported: "edit",
  cancelEvent: "edit",
  listParticipants: "people",
  exportParticipants: "people",
  addParticipant: "people",
  removeParticipant: "people",
  addPerson: "people",
  removePerson: "people",
  notePerson: "people",
  getExpected: "people",
  previewMessage: "message",
  sendMessage: "message",
  listMessages: "message",
  getTellable: "message",
  previewTelling: "message",
  tellPeople: "message",
  getGate: "gate",
  markAtGate: "gate",
  listGateKeys: "gate",
  makeGateKey: "gate",
  renewGateKeys: "gate",
  revokeGateKey: "gate",
  listGatePhones: "gate",
  decideLateMarks: "gate",
  clearGatePhone: "gate",
  getOutcome: "outcome",
  sayOutcome: "outcome",
  previewThanks: "outcome",
  inviteToEvent: "invite",
  inviteToCommunity: "invite",
  endEventInvitation: "invite",
  endCommunityInvitation: "invite",
  deleteEvent: "delete",
  giveEvent: "hand_over",
  getOffer: "hand_over",
  offerEvent: "hand_over",
  endOffer: "hand_over",
  letGoAtEvent: "let_go",
  letGoAtCommunity: "let_go",
  restoreAtEvent: "let_go",
  restoreAtCommunity: "let_go",
  setRole: "let_go",
  getRunCommunity: "see",
  updateCommunity: "edit",
  askForCommunityAddress: "edit",
  confirmCommunityAddress: "edit",
  listRequests: "people",
  answerRequest: "people",
  postNews: "message",
  deletePost: "message",
  closeCommunity: "delete",
  getLinks: "see",
  askToBeChapter: "link",
  endBeingChapter: "link",
  answerChapter: "link",
  endChapter: "link",
} as const satisfies Record<string, Right>;

/** The role of a member at an event or a community. */
export type Role = "owner" | "organizer";

/** Tests whether a member owns an event that belongs to no community. */
export const owns = (event: { organizerId: string }, memberId: string): boolean => event.organizerId === memberId;

/** The rights that only owners have. */
const ofOwners: ReadonlySet<Right> = new Set(["delete", "hand_over", "let_go", "link"]);

/** The rights of each role. */
export const rightsOf: Readonly<Record<Role, ReadonlySet<Right>>> = {
  owner: new Set(rights),
  organizer: new Set(rights.filter((right) => !ofOwners.has(right))),
};
