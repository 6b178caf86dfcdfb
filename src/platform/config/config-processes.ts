/** The connections that PostgreSQL allows by itself, without those that it keeps for its superusers. */
export const allowedByDefault = 100 - 3;
/** How many of these stay free beside two instances: for a backup, `npm run jobs`, a person at psql. */
export const leftForOthers = 7;
/** How many connections an instance takes when nobody has said: another one fits beside it. */
const eachInstance = Math.floor((allowedByDefault - leftForOthers) / 2);
/** Each process has one more, on which it listens. */
const forListening = 1;
/** Fewer than these a process cannot divide between what it does. */
export const connectionsMin = 5;
/** More than these help nobody: a core has no more to do. */
const [poolLeast, poolEach] = [24, 12];

/** How many processes serve when nobody has said: one for each core, as long as there are connections for all. */
export function processesFor(cores: number, pool: number | null): number {
  const most =
    pool === null ? Math.floor(eachInstance / (connectionsMin + forListening)) : Math.floor(pool / connectionsMin);
  return Math.max(1, Math.min(cores, most));
}

/** How many connections these processes have together when nobody has said, without those on which they listen. */
export const poolFor = (processes: number): number =>
  Math.min(Math.max(poolLeast, poolEach * processes), eachInstance - forListening * processes);

/** How many of them each of the processes has. */
export const poolOfEach = (connections: number, processes: number): number =>
  Math.max(connectionsMin, Math.floor(connections / processes));
