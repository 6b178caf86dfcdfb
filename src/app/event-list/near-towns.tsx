import { ProposedTowns, type TownProposalsProps } from "../session/town-proposals.tsx";
import { useTowns } from "../session/use-towns.ts";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { TownProposal } from "#domain/towns/shapes.ts";

/** Proposes towns for the field that says near which one events are looked for. */
export default function NearTowns({ field, onChoose }: TownProposalsProps) {
  const found = useTowns();
  useMeantTown({ ...found, field, onChoose });
  return <ProposedTowns {...found} field={field} onChoose={onChoose} />;
}

type Meant = {
  field: RefObject<HTMLInputElement | null>;
  /** What is proposed, and for what text. */
  text: string;
  towns: readonly TownProposal[];
  onChoose: (town: TownProposal) => void;
};

/**
 * Has a field, in which nothing but a town is meant, be heard of when it is left or Enter is pressed, and not with each letter: 'bra' is a town on
 * another continent too. Then it is the town that is proposed first for what was typed, where one is.
 */
function useMeantTown({ field, text, towns, onChoose }: Meant) {
  /** What the form has heard last, since somebody came to the field. */
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
      // React takes both for a change of what is typed.
      if (event.type === "input" || event.type === "change") {
        if (!isTelling.current) event.stopPropagation();
      } else if (event.type === "focusin") heard.current = undefined;
      else if (event.type === "focusout") take(input);
      // Where it is not one of the proposals that is chosen by keys.
      else if ((event as KeyboardEvent).key === "Enter" && !event.defaultPrevented) {
        event.preventDefault();
        // Which leaves the field.
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
