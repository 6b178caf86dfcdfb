import type { Spots } from "#domain/events/rules.ts";
import { remembering } from "#domain/rules.ts";

type Leaves = Pick<Spots, "taken" | "held"> & {
  capacity: number;
  /** The number of taken spots that belong to the reader. */
  own: number;
};

/** The maximum number of leaves in a drawing. */
const leavesMax = 40;

/**
 * Spots as pairs of leaves on a branch: taken ones are filled, the reader's own come last in clay, held ones are
 * dashed, free ones are outlines. The drawing is decoration: the numbers stand in words beside it.
 */
export function LeafBranch(spots: Leaves) {
  const leaves = leavesOf(spots);
  const { capacity, taken, own } = leaves;
  const { middle, stem, places } = branchOf(capacity);
  return (
    <svg viewBox={`0 0 348 ${2 * middle}`} aria-hidden className="branch">
      <defs>
        <path id="leaf" d="M0 0C.22-.36.68-.36 1 0 .68.34.22.34 0 0Z" vectorEffect="non-scaling-stroke" />
        <g id="veined">
          <use href="#leaf" />
          <path className="vein" d="M.16 0H.74" vectorEffect="non-scaling-stroke" />
        </g>
      </defs>
      <path className="stem" d={stem} />
      {places.map((place, index) => {
        const kind = kindOf(index, leaves);
        const drawing = /^(taken|own)/.test(kind) ? "#veined" : "#leaf";
        if (kind !== "own") return <use key={index} href={drawing} className={kind} transform={place} />;
        // The wrapper places the leaf, so that the leaf's own transform can animate its growth.
        return (
          <g key={index} transform={place}>
            <use href={drawing} className={kind} style={{ animationDelay: `${(index - taken + own) * 60}ms` }} />
          </g>
        );
      })}
    </svg>
  );
}

/**
 * The branch for a number of leaves: its stem, half of its height (`middle`) and the place of each leaf. Events with
 * the same number share it.
 */
const branchOf = remembering(leavesMax, (capacity: number) => {
  const pairs = Math.ceil(capacity / 2);
  const step = 336 / pairs;
  const size = Math.min(pairs < 3 ? 36 : 28, step + 1);
  // A few leaves stand apart, each pair in the middle of its part of the branch.
  const indent = 1 + (step - Math.min(step, 30)) / 2;
  const middle = Math.round(size * 0.8 + 3);
  const heightAt = (x: number) => middle + Math.sin(x / 58) * 2.2;
  const stem = Array.from({ length: Math.ceil((pairs * step) / 12) + 1 }, (_, index) => {
    const x = Math.min(index * 12, pairs * step);
    return `${index ? "L" : "M"}${(x + 1).toFixed(1)} ${heightAt(x).toFixed(1)}`;
  });
  const places = Array.from({ length: capacity }, (_, index) => {
    const upper = index % 2 === 0;
    const x = indent + (index >> 1) * step + (upper ? 1 : Math.min(step, 30) * 0.42);
    // Angles and lengths vary, so that neighboring leaves differ.
    const turn = (upper ? -1 : 1) * (42 + ((index * 37) % 9));
    const length = size * (0.94 + ((index * 53) % 7) / 50);
    return `translate(${x.toFixed(1)} ${heightAt(x).toFixed(1)})rotate(${turn})scale(${length.toFixed(1)})`;
  });
  return { middle, stem: stem.join(""), places };
});

/**
 * The number of leaves of each kind. Up to forty spots get a leaf each; above that, forty leaves show the shares. Each
 * kind has at least one leaf, and the branch is full only when the last spot is taken.
 */
function leavesOf(spots: Leaves): Leaves {
  const { capacity, taken, own, held } = spots;
  if (capacity <= leavesMax) return spots;
  const share = (count: number) => (count > 0 ? Math.max(1, Math.round((count * leavesMax) / capacity)) : 0);
  const isFull = taken + held >= capacity;
  const shownTaken = Math.min(share(taken), leavesMax - Number(held > 0) - Number(!isFull));
  const rest = leavesMax - shownTaken;
  return {
    capacity: leavesMax,
    taken: shownTaken,
    own: Math.min(share(own), shownTaken),
    held: isFull ? rest : Math.min(share(held), rest - 1),
  };
}

function kindOf(index: number, { taken, own, held }: Leaves): string {
  if (index < taken - own) return index % 3 === 1 ? "taken lighter" : "taken";
  if (index < taken) return "own";
  return index < taken + held ? "held" : "free";
}
