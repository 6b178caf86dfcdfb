/** Selects the action that takes the focus after the reader's registration at an event has changed. */
export const nextAction = ".join-bar :is(a, button:enabled), .join-here button:enabled";
