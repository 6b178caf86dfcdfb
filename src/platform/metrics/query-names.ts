/** So many kinds of queries are told apart; what comes beyond that counts as one. */
const namesMax = 60;

/**
 * Names a statement by what it does and the table that it begins with, such as `select events`, without its values: only so many names
 * are given. @returns `other` for what has none, or is one too many
 */
export function createQueryNames(): (statement: string) => string {
  const names = new Set<string>();
  return (statement) => {
    const verb = /\b(select|insert|update|delete|vacuum|checkpoint)\b/i.exec(statement)?.[1]?.toLowerCase();
    const table = /\b(?:from|into|update)\s+"?([a-z][a-z_]{0,40})\b/i.exec(statement)?.[1]?.toLowerCase();
    const name = [verb, table].filter((word) => word !== undefined).join(" ") || "other";
    if (!names.has(name) && names.size >= namesMax) return "other";
    names.add(name);
    return name;
  };
}
