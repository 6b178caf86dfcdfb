import type { RefObject } from "react";

import type { TownProposal } from "#domain/towns/shapes.ts";
import { say } from "#messages/say.ts";

import { useTowns } from "./use-towns.ts";
import { Proposals } from "../ui/proposals.tsx";

export type TownProposalsProps = {
  /** The field of the location, inside the same positioned frame. */
  field: RefObject<HTMLInputElement | null>;
  onChoose: (town: TownProposal) => void;
};

/** Proposes towns for a location being typed; any other text stays as it is. */
export default function TownProposals(props: TownProposalsProps) {
  return <ProposedTowns {...props} {...useTowns()} />;
}

type Found = Pick<ReturnType<typeof useTowns>, "towns" | "look">;

/** The towns found for the typed text, and `look`, which searches for another text. */
export function ProposedTowns({ field, onChoose, towns, look }: TownProposalsProps & Found) {
  return (
    <Proposals
      field={field}
      proposals={towns.map(({ id, name, region, countryName }) => ({
        key: id,
        text: name,
        more: [region, countryName].filter(Boolean).join(", "),
      }))}
      label={say("towns.proposed")}
      count={say("towns.proposed.count", { count: towns.length })}
      onType={look}
      onChoose={(id) => {
        const town = towns.find((each) => each.id === id);
        if (town) onChoose(town);
        look("");
      }}
    />
  );
}
