import { listPath, queryOf, searchMax } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { Link, useNavigate } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";

/** A field of the town with the way to its events, and the way to an own event. The form works without script. */
export function WaysIn() {
  const navigate = useNavigate();
  return (
    <div className="ways">
      <form
        role="search"
        action="/upcoming-events"
        className="mt-3 flex gap-2 sm:max-w-md"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(listPath(queryOf({ near: new FormData(event.currentTarget).getAll("near").map(String) })));
        }}
      >
        <label className="input h-11 min-w-0 flex-1 gap-2 px-3">
          <Icon name="map-pin" className="size-4.5 text-accent" />
          <span className="sr-only">{say("home.hero.town")}</span>
          <input
            name="near"
            dir="auto"
            maxLength={searchMax}
            placeholder={say("home.hero.town_example")}
            autoComplete="address-level2"
            enterKeyHint="search"
            className="min-w-0"
          />
        </label>
        <button type="submit" className="btn btn-primary">
          {say("home.hero.explore")}
        </button>
      </form>
      <p className="quiet flex items-center text-[0.9375rem]">
        {say("home.hero.hands")}
        <Link to="/create-event" className="btn btn-ghost px-2">
          {say("home.hero.create")}
        </Link>
      </p>
    </div>
  );
}
