import { createRoute, OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import type { Context } from "#domain/context.ts";
import { type FailureCode, statusOf } from "#domain/failure.ts";
import { invalid, Refusal as RefusalShape } from "#domain/refusal.ts";
import type { Page } from "#domain/shapes.ts";
import { ownEmail } from "#domain/values/shapes.ts";
import { say } from "#messages/say.ts";

/**
 * The environment of a request: the caller's network address, the signal that they have gone, the log line and the
 * nonce from the server, and the member from the token.
 */
export type ApiEnv = {
  Bindings: { address: string; gone?: AbortSignal; seen?: { readonly id: string } };
  Variables: { context: Context; secureHeadersNonce?: string };
};

/**
 * A noun's shape under its name in the document. It is built again, because only shapes built after the OpenAPI library
 * is loaded have `openapi()`, and in the server's bundle the domain comes first.
 */
export const named = <Fields extends z.ZodRawShape>(shape: z.ZodObject<Fields>, name: string) =>
  z.object(shape.shape).openapi(name);

const Refusal = named(RefusalShape, "Refusal");

/** The operations of one noun. Invalid input is refused before it reaches a handler. */
export const resource = <Env extends ApiEnv = ApiEnv>() => new OpenAPIHono<Env>({ defaultHook: refuseInvalid });

function refuseInvalid(result: { success: true } | { success: false; error: z.ZodError }): void {
  if (!result.success) throw invalid(result.error);
}

/** A required JSON body. */
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { "application/json": { schema } },
});

/** A JSON answer, with its description. */
export const answer = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** The answer of a list: one page, with the address of the next and the total number of rows. */
export const page = <Schema extends z.ZodType>(row: Schema, description: string) => ({
  ...answer(z.array(row), description),
  headers: z.object({
    "X-Total-Count": z.string().openapi({ description: "The number of rows on all pages" }),
    "X-Total-Count-Exact": z
      .string()
      .optional()
      .openapi({ description: "`false` if there are more rows than were counted" }),
    Link: z.string().optional().openapi({ description: 'The next page, if there is one: `<…>; rel="next"`' }),
  }),
});

type Refusals<Code extends FailureCode> = Record<
  (typeof statusOf)[Code],
  ReturnType<typeof answer<typeof Refusal>> & { "x-codes": FailureCode[] }
>;

/**
 * The refusals of an operation, grouped by status as OpenAPI requires, each with its code and sentence. `call` adds
 * those that follow from its shape.
 */
export function refusals<Code extends FailureCode>(...codes: Code[]): Refusals<Code> {
  const groups = Map.groupBy(codes, (code) => statusOf[code]);
  return Object.fromEntries([...groups].map(([status, group]) => [status, refusal(group)])) as Refusals<Code>;
}

const refusal = (codes: FailureCode[]) => ({
  ...answer(Refusal, codes.map((code) => `\`${code}\`: ${say(`failure.${code}`)}`).join(" ")),
  "x-codes": codes,
});

/**
 * Declares a call. Its refusals are the ones that it names, and those that follow from its caller, its body and its
 * parameters.
 */
export function call<Path extends string, Route extends Omit<RouteConfig, "path"> & { path: Path }>(
  route: Route,
): ReturnType<typeof createRoute<Path, Route>> {
  const codes = new Set([...byShape(route), ...Object.values(route.responses).flatMap(codesOf)]);
  return createRoute<Path, Route>({ ...route, responses: { ...route.responses, ...refusals(...codes) } });
}

function byShape({ path, security, request }: Omit<RouteConfig, "path"> & { path: string }): FailureCode[] {
  // Callers who are not hosts must not learn that calls for hosts exist.
  const isForMembers = security?.every((way) => "bearer" in way || "session" in way) && !/^\/host\b/.test(path);
  const hasJson = request?.body !== undefined && "application/json" in request.body.content;
  return [
    ...(hasJson ? (["invalid_json", "too_large"] as const) : []),
    ...(isForMembers ? (["sign_in_required"] as const) : []),
    ...(hasJson || request?.query ? (["invalid"] as const) : []),
  ];
}

const codesOf = (response: object): FailureCode[] =>
  "x-codes" in response ? (response["x-codes"] as FailureCode[]) : [];

/** States in the document that a call requires a bearer token; the domain refuses calls without one. */
export const signedIn = [{ bearer: [] }];

/** The `id` in a path. The domain refuses an invalid id as not found. */
export const idParam = z.object({ id: z.string().openapi({ description: "The event's `_id`" }) });

/** The token in the path of an action link's calls. */
export const linkParam = z.object({
  token: z.string().openapi({ description: "The token from the mailed link" }),
});

/** The `email` header of specification 7: if sent, it must be the token's own. */
export const emailHeader = z.object({ email: ownEmail });

/**
 * The headers of a list's page. `Link` keeps every parameter of the request and changes only its `cursor`.
 * @param url the request's own address
 */
export function pageHeaders(url: string, { total, isMore = false, next }: Omit<Page<unknown>, "rows">) {
  const headers: Record<string, string> = { "X-Total-Count": String(total) };
  if (isMore) headers["X-Total-Count-Exact"] = "false";
  if (next === null) return headers;
  const { pathname, searchParams } = new URL(url);
  searchParams.set("cursor", next);
  return { ...headers, Link: `<${pathname}?${searchParams.toString()}>; rel="next"` };
}
