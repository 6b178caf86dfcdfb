/** The maximum number of distinguished kinds of queries; further ones count as one. */
const namesMax = 60;

/**
 * Names a statement by its verb and its first table, such as `select events`, without its values; the number of names
 * is limited.
 * @returns `other` for one without a name, or beyond the limit
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
