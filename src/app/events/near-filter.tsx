import { useState } from "react";

import { distanceDefault, distances, searchMax } from "#domain/events/rules.ts";
import type { ListFilter } from "#domain/events/shapes.ts";
import { say } from "#messages/events.ts";

import { useNavigate } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { Choice, Choices, Panel } from "./filter-panels.tsx";
import { pageAddress } from "./list-filter.ts";

const panel = "filter-near";

/** How long a position may take, and how old it may be, in milliseconds. */
const patience = { timeout: 10_000, maximumAge: 600_000 };

/** A position rounded to about a kilometer: nothing more precise leaves the browser. */
const rounded = (degrees: number) => degrees.toFixed(2);

/**
 * Where events are looked for: near the reader, whose position is asked for on a press alone, or near a town that they type. The list
 * answers a position with the town there, which stands in the address from then on.
 */
export function NearFilter({ filter, town }: { filter: ListFilter; town: string | undefined }) {
  const { near, within = distanceDefault, order } = filter;
  const [step, setStep] = useState<"idle" | "busy" | "refused">("idle");
  const navigate = useNavigate();

  function find() {
    if (step === "busy") return;
    setStep("busy");
    const refused = () => {
      setStep("refused");
      document.getElementById(panel)?.showPopover();
    };
    if (!("geolocation" in navigator)) return refused();
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setStep("idle");
        const here = pageAddress({ ...filter, near: `${rounded(latitude)},${rounded(longitude)}` });
        void navigate(here, { preventScrollReset: true });
      },
      refused,
      patience,
    );
  }

  const nearMe = (
    <button type="button" aria-busy={step === "busy"} onClick={find} className="chip near-me">
      <Icon name="locate" className="" />
      {say(step === "busy" ? "upcoming.near.busy" : "upcoming.near")}
    </button>
  );
  const label = near ? say("upcoming.town.chosen", { town: town ?? near, km: within }) : say("upcoming.town");
  return (
    <>
      {!near && nearMe}
      <Panel id={panel} label={label} name={label} title={say("upcoming.town.title")} isChosen={near !== ""}>
        {step === "refused" && <p role="alert">{say("upcoming.near.refused")}</p>}
        <label className="field">
          {say("upcoming.town")}
          <input
            type="text"
            name="near"
            dir="auto"
            defaultValue={near}
            maxLength={searchMax}
            placeholder={say("upcoming.town.placeholder")}
            autoComplete="address-level2"
            enterKeyHint="search"
            className="input"
          />
        </label>
        {near && nearMe}
        <Choices legend={say("upcoming.within")}>
          {distances.map((km) => (
            <Choice key={km} type="radio" name="within" value={String(km)} isChosen={km === within}>
              {say("upcoming.km", { km })}
            </Choice>
          ))}
        </Choices>
        <Choices legend={say("upcoming.order")}>
          {(["date", "distance"] as const).map((one) => (
            <Choice key={one} type="radio" name="order" value={one} isChosen={one === order}>
              {say(`upcoming.order.${one}`)}
            </Choice>
          ))}
        </Choices>
      </Panel>
    </>
  );
}
