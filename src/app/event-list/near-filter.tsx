import { type ComponentType, useRef, useState } from "react";

import { distanceDefault, distances, searchMax } from "#domain/events/rules.ts";
import type { ListFilter } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { TownProposalsProps } from "../session/town-proposals.tsx";
import { Choice, Choices, labelled } from "./filter-panels.tsx";
import { pageAddress } from "./list-filter.ts";

type NearProps = {
  filter: ListFilter;
  /** The town found for `near`. */
  town: string | undefined;
  search: NearSearch;
};

type NearSearch = {
  step: "idle" | "busy" | "refused";
  /** Finds the reader, whose position is requested only on a press. */
  find: () => Promise<void>;
  /** Takes a position, or the middle of a chosen town, since another town may have the same name. */
  onPoint: (near: string) => void;
};

/** The search for a place, which its chip and its fields share. */
export function useNearSearch(onPoint: NearSearch["onPoint"]): NearSearch {
  const [step, setStep] = useState<NearSearch["step"]>("idle");

  async function find() {
    if (step === "busy") return;
    setStep("busy");
    try {
      const { positionHere } = await import("./position.ts");
      onPoint(await positionHere());
      setStep("idle");
    } catch {
      setStep("refused");
      document.getElementById("filters")?.showPopover();
      document.querySelector<HTMLElement>("#filters [name=near]")?.focus();
    }
  }

  return { step, find, onPoint };
}

const NearMe = ({ step, find }: NearSearch) => (
  <button type="button" aria-busy={step === "busy"} onClick={() => void find()} className="chip near-me">
    {say(step === "busy" ? "upcoming.near.busy" : "upcoming.near")}
  </button>
);

/** Looks near the reader; and once there is a town, opens the sheet with its fields. */
export function NearChip({ filter: { near, within = distanceDefault }, town, search }: NearProps) {
  if (!near) return <NearMe {...search} />;
  return (
    <button type="button" popoverTarget="filters" className={`chip ${town ? "chosen" : "unknown"}`}>
      <span>
        {town ?? near}
        {/* On a phone the sheet has the distance. */}
        {town && <span className="max-sm:sr-only"> · {say("upcoming.km", { km: within })}</span>}
      </span>
    </button>
  );
}

/**
 * The place to look for events: near a town that the reader types or chooses, or near them. The list answers a position
 * with its town, and the address keeps the town from then on.
 */
export function NearFields({ filter, search }: Omit<NearProps, "town">) {
  const { near, within = distanceDefault, order } = filter;
  const { step, onPoint } = search;
  const field = useRef<HTMLInputElement>(null);
  // The proposals load when the reader is about to type a town. `use-part.ts` is not used, as the list would load that
  // file for this alone.
  const [Towns, setTowns] = useState<ComponentType<TownProposalsProps>>();
  return (
    <>
      {step === "refused" && (
        <p role="alert" className="font-medium text-error">
          {say("upcoming.near.refused")}
        </p>
      )}
      <div className="where flex flex-wrap items-end gap-2">
        <label className={`${labelled} flex-1`}>
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
            className="input w-full font-normal"
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
        {near ? (
          <Link
            to={pageAddress({ ...filter, near: "", within: undefined, order: "date" })}
            preventScrollReset
            className="btn btn-ghost px-2"
          >
            {say("upcoming.filter.clear")}
          </Link>
        ) : (
          <NearMe {...search} />
        )}
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
    </>
  );
}
