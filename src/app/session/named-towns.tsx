import type { RefObject } from "react";

import type { TownProposal } from "#domain/towns/shapes.ts";

import { fillField } from "../ui/form.tsx";
import TownProposals from "./town-proposals.tsx";
import { textOf } from "./use-towns.ts";

export type NamedTownsProps = { field: RefObject<HTMLInputElement | null> };

/** Proposes towns for a field of which the text alone is sent: the one that is chosen stands there so that no other is meant. */
export default function NamedTowns({ field }: NamedTownsProps) {
  return <TownProposals field={field} onChoose={(town) => void put(field.current, town)} />;
}

async function put(field: HTMLInputElement | null, town: TownProposal) {
  if (!field) return;
  fillField(field.parentElement, field.name, town.name);
  const text = await textOf(town).catch(() => town.name);
  // Unless somebody has gone on typing.
  if (field.value === town.name) field.value = text;
}
