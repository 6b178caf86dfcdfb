import { ProposedTowns, type TownProposalsProps } from "../session/town-proposals.tsx";
import { useTowns } from "../session/use-towns.ts";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { TownProposal } from "#domain/towns/shapes.ts";

/** Proposes towns for the field of the place to look near. */
export default function NearTowns({ field, onChoose }: TownProposalsProps) {
  const found = useTowns();
  useMeantTown({ ...found, field, onChoose });
  return <ProposedTowns {...found} field={field} onChoose={onChoose} />;
}

type Meant = {
  field: RefObject<HTMLInputElement | null>;
  /** The typed text that `towns` answers. */
  text: string;
  towns: readonly TownProposal[];
  onChoose: (town: TownProposal) => void;
};

/**
 * Submits a town field when the reader leaves it or presses Enter, but not at each letter, because the first letters of
 * one town may be another town's name. It then takes the first town proposed for the typed text, if there is one.
 */
function useMeantTown({ field, text, towns, onChoose }: Meant) {
  /** The text last submitted to the form since the field got focus. */
  const heard = useRef<string>(undefined);
  const isTelling = useRef(false);

  const take = useEffectEvent((input: HTMLInputElement) => {
    if (input.value === (heard.current ?? input.defaultValue)) return;
    const first = input.value.trim() === text ? towns[0] : undefined;
    if (first) onChoose(first);
    else {
      isTelling.current = true;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      isTelling.current = false;
    }
    heard.current = input.value;
  });

  useEffect(() => {
    const input = field.current;
    if (!input) return undefined;
    const hear = (event: Event) => {
      // React reports both events as a change of the text.
      if (event.type === "input" || event.type === "change") {
        if (!isTelling.current) event.stopPropagation();
      } else if (event.type === "focusin") heard.current = undefined;
      else if (event.type === "focusout") take(input);
      // If Enter chooses a proposal, its default is prevented.
      else if ((event as KeyboardEvent).key === "Enter" && !event.defaultPrevented) {
        event.preventDefault();
        // Closing the panel takes focus out of the field.
        input.closest<HTMLElement>("[popover]")?.hidePopover();
      }
    };
    const events = ["input", "change", "focusin", "focusout", "keydown"];
    for (const name of events) input.addEventListener(name, hear);
    return () => {
      for (const name of events) input.removeEventListener(name, hear);
    };
  }, [field]);
}
