import { useState } from "react";
import { data } from "react-router";

import { Failure } from "#domain/failure.ts";
import { isNumber } from "#domain/records/rules.ts";
import { verifyCredential } from "#domain/records/verifying.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/verify";
import { credentialSigner, orRefusal, visitor } from "../context.ts";
import { pageMeta } from "../page-meta.ts";
import { FileCheck } from "../records/file-check.tsx";
import { NumberForm } from "../records/number-form.tsx";
import { ValidRecord, VerifyFacts } from "../records/valid-record.tsx";
import { Verdict } from "../records/verdict.tsx";

import "../records/verify.css";

/** The page shows personal data: no cache in between stores it, and no search engine lists it. */
const forOne = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer" };

export const headers: Route.HeadersFunction = () => forOne;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/verify", title: say("verify.title"), forMembers: true });

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const typed = params.id ?? searchParams.get("number");
  if (typed === null || typed === undefined)
    return data({ number: "", found: null, isUnknown: false, checkedAt: "" }, { headers: forOne });
  const number = typed.replace(/[\s-]/g, "").toLowerCase();
  // Text that cannot be a number is not looked up; the field says what is missing.
  if (!isNumber(number))
    return data({ number, found: null, isUnknown: false, checkedAt: "" }, { status: 404, headers: forOne });
  const ctx = { ...context.get(visitor), signer: context.get(credentialSigner) };
  const found = await orRefusal(
    context,
    verifyCredential(ctx, number).catch((error: unknown) => {
      if (error instanceof Failure && error.code === "not_found") return null;
      throw error;
    }),
  );
  const checkedAt = ctx.now.toISOString();
  return data({ number, found, isUnknown: found === null, checkedAt }, { status: found ? 200 : 404, headers: forOne });
}

/** The page on which others check a record that a volunteer gave them, by its number or its file. */
export default function Verify({ loaderData: { number, found, isUnknown, checkedAt } }: Route.ComponentProps) {
  const [isFileChecked, setIsFileChecked] = useState(false);
  return (
    <div className="flex w-full max-w-narrow flex-col gap-4">
      {found ? (
        <h1 className="sr-only">{say("verify.title")}</h1>
      ) : (
        <div>
          <h1 className="text-page">{say("verify.title")}</h1>
          <p className="quiet text-lg">{say("verify.lead")}</p>
        </div>
      )}
      {(found || isUnknown) && <Verdict of={found} checkedAt={checkedAt} />}
      {found?.shown && <ValidRecord shown={found.shown} />}
      {found && <VerifyFacts of={found} />}
      {!found && <NumberForm number={number} isAside={isFileChecked} />}
      <FileCheck {...(found && { number: found._id })} onChecked={() => setIsFileChecked(true)} />
    </div>
  );
}
