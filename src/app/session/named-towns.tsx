import type { RefObject } from "react";

import type { TownProposal } from "#domain/towns/shapes.ts";

import { fillField } from "../ui/form.tsx";
import TownProposals from "./town-proposals.tsx";
import { textOf } from "./use-towns.ts";

export type NamedTownsProps = { field: RefObject<HTMLInputElement | null> };

/**
 * Proposes towns for a field that submits only its text: a chosen town is written so that it cannot mean another one.
 */
export default function NamedTowns({ field }: NamedTownsProps) {
  return <TownProposals field={field} onChoose={(town) => void put(field.current, town)} />;
}

async function put(field: HTMLInputElement | null, town: TownProposal) {
  if (!field) return;
  fillField(field.parentElement, field.name, town.name);
  const text = await textOf(town).catch(() => town.name);
  // Skipped if the reader has typed more.
  if (field.value === town.name) field.value = text;
}
