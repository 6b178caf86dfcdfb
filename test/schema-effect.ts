import { type Kysely, sql } from "kysely";

/** The parts of a database's tables that an application version depends on. */
export type Tables = { columns: Map<string, Column>; rules: Map<string, Rule> };
type Column = { table: string; name: string; type: string; is_required: boolean; is_given: boolean; is_made: boolean };
/** A check, a key, or a unique index. */
type Rule = { table: string; name: string; text: string; columns: string[]; refers_to: string | null; blocks: boolean };

/** Reads the tables of a PostgreSQL or an embedded database. */
export async function readTables<Schema>(db: Kysely<Schema>): Promise<Tables> {
  const { rows: columns } = await sql<Column>`
    select relname as table, attname as name, format_type(atttypid, atttypmod) as type, attnotnull as is_required,
      atthasdef or attidentity <> '' as is_given, attgenerated <> '' or attidentity = 'a' as is_made
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`.execute(db);
  const { rows: rules } = await sql<Rule>`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as text,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns,
      nullif(confrelid, 0)::regclass::text as refers_to, confdeltype in ('a', 'r') as blocks
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select tables.relname, indexes.relname, pg_get_indexdef(indexrelid),
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey::smallint[])), null, false
    from pg_index join pg_class as indexes on indexes.oid = indexrelid join pg_class as tables on tables.oid = indrelid
    where tables.relnamespace = 'public'::regnamespace and indisunique
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
  return { columns: byName(columns), rules: byName(rules) };
}

const byName = <Part extends { table: string; name: string }>(parts: Part[]) =>
  new Map(
    parts.filter(({ table }) => !table.startsWith("kysely_")).map((part) => [`${part.table}.${part.name}`, part]),
  );

/**
 * The changes that break a version written for the tables `before`: a column it reads is gone or has another type, or a
 * row it writes is refused. An expanding migration has none. Triggers are not examined.
 */
export function breaks(before: Tables, after: Tables): string[] {
  const known = new Set([...before.columns.values()].map(({ table }) => table));
  const ofColumns = [...before.columns].flatMap(([key, old]) => {
    const now = after.columns.get(key);
    if (!now) return [`${key} is gone`];
    if (now.type !== old.type) return [`${key} was ${old.type} and is ${now.type}`];
    if (now.is_required && !old.is_required) return [`${key} may not be null anymore`];
    return mustBeGiven(now) && !mustBeGiven(old) ? [`${key} has no default anymore`] : [];
  });
  const added = [...after.columns].flatMap(([key, column]) => {
    if (!known.has(column.table) || before.columns.has(key)) return [];
    if (mustBeGiven(column)) return [`${key} is new and has to be given`];
    // An older version may write a row back as it has read it.
    return column.is_made ? [`${key} is new and may not be written`] : [];
  });
  const ofRules = [...after.rules].flatMap(([key, rule]) => {
    if (before.rules.get(key)?.text === rule.text) return [];
    const isOfOld =
      rule.columns.length === 0 || rule.columns.some((name) => before.columns.has(`${rule.table}.${name}`));
    if (known.has(rule.table) && isOfOld) return [`${key} is a new rule: ${rule.text}`];
    const blocksOld = rule.blocks && rule.refers_to !== null && known.has(rule.refers_to);
    return blocksOld ? [`${key} keeps rows of ${rule.refers_to} from being deleted`] : [];
  });
  return [...ofColumns, ...added, ...ofRules].toSorted();
}

const mustBeGiven = (column: Column) => column.is_required && !column.is_given;
