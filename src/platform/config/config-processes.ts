/** The number of connections that PostgreSQL allows by default, without those reserved for superusers. */
export const allowedByDefault = 100 - 3;
/** The number of connections left free beside two instances: for a backup, `npm run jobs`, and a person using psql. */
export const leftForOthers = 7;
/** The default number of connections of an instance, so that another one fits beside it. */
const eachInstance = Math.floor((allowedByDefault - leftForOthers) / 2);
/** Each process has one more connection, on which it listens. */
const forListening = 1;
/** The minimum number of connections that a process needs for its pools. */
export const connectionsMin = 5;
/** More connections have no use, because a core cannot do more work. */
const [poolLeast, poolEach] = [24, 12];

/** Returns the default number of processes: one for each core, if there are enough connections. */
export function processesFor(cores: number, pool: number | null): number {
  const most =
    pool === null ? Math.floor(eachInstance / (connectionsMin + forListening)) : Math.floor(pool / connectionsMin);
  return Math.max(1, Math.min(cores, most));
}

/** Returns the default number of connections of these processes together, without the listening ones. */
export const poolFor = (processes: number): number =>
  Math.min(Math.max(poolLeast, poolEach * processes), eachInstance - forListening * processes);

/** Returns the number of connections of each process. */
export const poolOfEach = (connections: number, processes: number): number =>
  Math.max(connectionsMin, Math.floor(connections / processes));
