import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { Switch } from "./switch.tsx";

/** True if the member's face appears on the pages of events that they have joined. */
export const AccountFace = ({ saved }: { saved: boolean }) => (
  <div className="px-4 sm:px-6">
    <Switch
      id="face"
      name={say("own.face.show")}
      text={say("own.face.show.text")}
      saved={saved}
      done={(shown) => say(shown ? "own.face.on" : "own.face.off")}
      save={(shown) => ask((api) => api.account.face.$put({ json: { shown } }))}
    />
  </div>
);
