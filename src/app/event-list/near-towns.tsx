import { ProposedTowns, type TownProposalsProps } from "../session/town-proposals.tsx";
import { useTowns } from "../session/use-towns.ts";
import { useMeantTown } from "./use-meant-town.ts";

/** Proposes towns for the field that says near which one events are looked for. */
export default function NearTowns({ field, onChoose }: TownProposalsProps) {
  const found = useTowns();
  useMeantTown({ ...found, field, onChoose });
  return <ProposedTowns {...found} field={field} onChoose={onChoose} />;
}
