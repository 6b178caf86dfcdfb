import { ask } from "../session/ask.ts";

/** Asks how many people of an earlier event can be told of an event. */
export const fetchTellable = (id: string) => ask((api) => api.events[":id"].tell.$get({ param: { id } }));
