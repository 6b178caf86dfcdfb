import type { RefObject } from "react";

import { fillField } from "../ui/form.tsx";
import TownProposals from "./town-proposals.tsx";
import { textOf } from "./use-towns.ts";

export type NamedTownsProps = { field: RefObject<HTMLInputElement | null> };

/** Proposes towns for a field of which the text alone is sent: the one that is chosen stands there so that no other is meant. */
export default function NamedTowns({ field }: NamedTownsProps) {
  return (
    <TownProposals
      field={field}
      onChoose={(town) => {
        fillField(field.current?.parentElement ?? null, "near", town.name);
        textOf(town).then(
          (text) => {
            // Unless somebody has gone on typing.
            if (field.current?.value === town.name) field.current.value = text;
          },
          () => {},
        );
      }}
    />
  );
}
