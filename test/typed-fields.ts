import type { z } from "zod";
import { type ValueKind, valueKinds } from "#domain/values/shapes.ts";
import type { createApi } from "#api/index.ts";

/** A field of a call, as its schema has it: which call, where in what is sent, and the kind of value whose one rule it has, if any. */
export type TypedField = {
  operationId: string;
  path: string;
  isInBody: boolean;
  kind: ValueKind | null;
  /** The format that a schema names which has a rule of its own, such as Zod's for an e-mail address. */
  format: string | undefined;
};

type Api = Pick<ReturnType<typeof createApi>, "openAPIRegistry">;
type Def = {
  type: string;
  format?: string;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
};

/** Every field with a name that a call takes: in its body, its query, its headers and its path. */
export function typedFields({ openAPIRegistry }: Api): TypedField[] {
  return openAPIRegistry.definitions.flatMap((one) => {
    if (one.type !== "route") return [];
    const { operationId = "", request = {} } = one.route;
    const content = Object.values(request.body?.content ?? {}).flatMap((each) =>
      each && "schema" in each && each.schema ? [each.schema] : [],
    );
    const others = [request.query, ...[request.headers].flat(), request.params];
    const of = (part: unknown, isInBody: boolean) =>
      part ? [...fieldsIn(part as z.core.$ZodType, [])].map((field) => ({ operationId, isInBody, ...field })) : [];
    return [...content.flatMap((part) => of(part, true)), ...others.flatMap((part) => of(part, false))];
  });
}

function* fieldsIn(schema: z.core.$ZodType, path: string[]): Generator<Omit<TypedField, "operationId" | "isInBody">> {
  const { def } = schema as unknown as { def: Def };
  for (const [key, field] of Object.entries(def.shape ?? {})) {
    yield { path: [...path, key].join("."), ...about(field) };
    yield* fieldsIn(field, [...path, key]);
  }
  const inner = [def.innerType, def.in, def.left, def.right, def.valueType, ...(def.options ?? [])];
  for (const each of inner) if (each) yield* fieldsIn(each, path);
  if (def.element) {
    yield { path: [...path, "0"].join("."), ...about(def.element) };
    yield* fieldsIn(def.element, [...path, "0"]);
  }
}

/** What is said of a value: by its schema, or by one that this one is made of. */
function about(schema: z.core.$ZodType): { kind: ValueKind | null; format: string | undefined } {
  const kind = valueKinds.get(schema)?.kind ?? null;
  const { def } = schema as unknown as { def: Def };
  const parts = [def.innerType, def.in, def.out].flatMap((each) => (each ? [about(each)] : []));
  return {
    kind: kind ?? parts.find((each) => each.kind !== null)?.kind ?? null,
    format: def.format ?? parts.find((each) => each.format !== undefined)?.format,
  };
}
