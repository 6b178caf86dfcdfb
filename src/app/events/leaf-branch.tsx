type LeafBranchProps = {
  capacity: number;
  taken: number;
  /** How many of the taken ones are the reader's. */
  own: number;
  /** How many more are kept for people with an offer. */
  held: number;
};

/** The most spots that are drawn one by one. */
export const leavesMax = 40;

/**
 * Spots as leaves in pairs on a branch: the taken ones filled, the reader's own in clay and last, those that are kept for
 * somebody dashed, the free ones in outline. For the eye only: the numbers stand in words beside it.
 */
export function LeafBranch({ capacity, taken, own, held }: LeafBranchProps) {
  const pairs = Math.ceil(capacity / 2);
  const step = Math.min(30, 336 / pairs);
  const size = Math.min(25, step + 1);
  const middle = Math.round(size * 0.8 + 3);
  const heightAt = (x: number) => middle + Math.sin(x / 58) * 2.2;
  const stem = Array.from({ length: Math.ceil((pairs * step) / 12) + 1 }, (_, index) => {
    const x = Math.min(index * 12, pairs * step);
    return `${index ? "L" : "M"}${(x + 1).toFixed(1)} ${heightAt(x).toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 348 ${2 * middle}`} aria-hidden className="branch">
      <defs>
        <path id="leaf" d="M0 0C.22-.36.68-.36 1 0 .68.34.22.34 0 0Z" vectorEffect="non-scaling-stroke" />
        <path id="vein" className="vein" d="M.16 0H.74" vectorEffect="non-scaling-stroke" />
      </defs>
      <path className="stem" d={stem.join("")} />
      {Array.from({ length: capacity }, (_, index) => {
        const upper = index % 2 === 0;
        const x = 1 + (index >> 1) * step + (upper ? 1 : step * 0.42);
        // No two leaves of a branch are quite the same.
        const turn = (upper ? -1 : 1) * (42 + ((index * 37) % 9));
        const length = size * (0.94 + ((index * 53) % 7) / 50);
        const kind = kindOf(index, { capacity, taken, own, held });
        return (
          <g
            key={index}
            transform={`translate(${x.toFixed(1)} ${heightAt(x).toFixed(1)})rotate(${turn})scale(${length.toFixed(1)})`}
          >
            <g
              className={kind}
              style={kind === "own" ? { animationDelay: `${(index - taken + own) * 60}ms` } : undefined}
            >
              <use href="#leaf" />
              {/^(taken|own)/.test(kind) && <use href="#vein" />}
            </g>
          </g>
        );
      })}
    </svg>
  );
}

function kindOf(index: number, { taken, own, held }: LeafBranchProps): string {
  if (index < taken - own) return index % 3 === 1 ? "taken lighter" : "taken";
  if (index < taken) return "own";
  return index < taken + held ? "held" : "free";
}
