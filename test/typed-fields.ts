import type { z } from "zod";
import { type ValueKind, valueKinds } from "#domain/values/shapes.ts";
import type { createApi } from "#api/index.ts";

/**
 * A field of a call, from its schema: the call, the place in the request, and the kind of its value if one rule covers
 * it.
 */
export type TypedField = {
  operationId: string;
  path: string;
  isInBody: boolean;
  kind: ValueKind | null;
  /** The format in the schema if it has its own rule, such as Zod's for an e-mail address. */
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

/** Every named field that a call accepts: in its body, its query, its headers and its path. */
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

/** The annotations of a schema, or of one that it is built from. */
function about(schema: z.core.$ZodType): { kind: ValueKind | null; format: string | undefined } {
  const kind = valueKinds.get(schema)?.kind ?? null;
  const { def } = schema as unknown as { def: Def };
  const parts = [def.innerType, def.in, def.out].flatMap((each) => (each ? [about(each)] : []));
  return {
    kind: kind ?? parts.find((each) => each.kind !== null)?.kind ?? null,
    format: def.format ?? parts.find((each) => each.format !== undefined)?.format,
  };
}
