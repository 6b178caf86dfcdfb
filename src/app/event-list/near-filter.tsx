import { type ComponentType, useRef, useState } from "react";

import { distanceDefault, distances, searchMax } from "#domain/events/rules.ts";
import type { ListFilter } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { TownProposalsProps } from "../session/town-proposals.tsx";
import { Icon } from "../ui/icon.tsx";
import { Choice, Choices, Panel } from "./filter-panels.tsx";
import { pageAddress } from "./list-filter.ts";

const panel = "filter-near";

type NearFilterProps = {
  filter: ListFilter;
  town: string | undefined;
  /** The words of the submit button. */
  show: string;
  /** Takes a position, or the middle of a chosen town, since another town may have the same name. */
  onPoint: (near: string) => void;
};

/**
 * The place to look for events: near the reader, whose position is requested only on a press, or near a town that they
 * type or choose. The list answers a position with its town, and the address keeps the town from then on.
 */
export function NearFilter({ filter, town, show, onPoint }: NearFilterProps) {
  const { near, within = distanceDefault, order } = filter;
  const [step, setStep] = useState<"idle" | "busy" | "refused">("idle");
  const field = useRef<HTMLInputElement>(null);
  // The proposals load when the reader is about to type a town. `use-part.ts` would have to be loaded just for this.
  const [Towns, setTowns] = useState<ComponentType<TownProposalsProps>>();

  async function find() {
    if (step === "busy") return;
    setStep("busy");
    try {
      const { positionHere } = await import("./position.ts");
      onPoint(await positionHere());
      setStep("idle");
    } catch {
      setStep("refused");
      document.getElementById(panel)?.showPopover();
    }
  }

  const nearMe = (
    <button type="button" aria-busy={step === "busy"} onClick={() => void find()} className="chip near-me">
      <Icon name="locate" className="" />
      {say(step === "busy" ? "upcoming.near.busy" : "upcoming.near")}
    </button>
  );
  const label = town ? say("upcoming.town.chosen", { town, km: within }) : near || say("upcoming.town");
  return (
    <>
      {!near && nearMe}
      <Panel
        id={panel}
        label={label}
        name={label}
        title={say("upcoming.town.title")}
        look={near && (town ? "chosen" : "unknown")}
        show={show}
      >
        {near && (
          <div className="all">
            <Link
              to={pageAddress({ ...filter, near: "", within: undefined, order: "date" })}
              preventScrollReset
              className="clear"
            >
              {say("upcoming.filter.clear")}
            </Link>
          </div>
        )}
        {step === "refused" && (
          <p role="alert" className="refused">
            {say("upcoming.near.refused")}
          </p>
        )}
        <div className="where">
          <label className="field">
            {say("upcoming.town")}
            <input
              ref={field}
              type="text"
              name="near"
              dir="auto"
              defaultValue={near}
              maxLength={searchMax}
              placeholder={say("upcoming.town.placeholder")}
              autoComplete="address-level2"
              enterKeyHint="search"
              className="input"
              onFocus={() => {
                import("./near-towns.tsx").then(
                  (part) => setTowns(() => part.default),
                  () => {},
                );
              }}
              // The list does not follow this field's letters: see `near-towns.tsx`.
              onChange={(event) => event.isTrusted && event.stopPropagation()}
            />
          </label>
          {Towns && (
            <Towns
              field={field}
              onChoose={({ name, point: { lat, lon } }) => {
                if (field.current) field.current.value = name;
                onPoint(`${lat},${lon}`);
              }}
            />
          )}
          {near && nearMe}
        </div>
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
