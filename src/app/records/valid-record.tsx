import type { CredentialShown, Verification } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { Fold } from "../ui/fold.tsx";
import { dayIn } from "../ui/whole.ts";
import { inFours } from "./entry-words.ts";
import { ShownRecord } from "./shown-record.tsx";

/** The content of a valid record, with the checks that we made. */
export function ValidRecord({ shown }: { shown: CredentialShown }) {
  const checks = [say("verify.signed", { site: useSite() }), say("verify.not_revoked")];
  return <ShownRecord shown={shown} checks={checks} Heading="h2" part="sheet verify-part" />;
}

/** The date, kind and number of a record. */
export function VerifyFacts({ of: { _id, madeAt, keyId, status } }: { of: Verification }) {
  const site = useSite();
  const date = dayIn(madeAt, "UTC");
  const facts = [
    { name: say("verify.made"), value: status === "revoked" ? date : say("verify.made.by", { date }) },
    { name: say("verify.number"), value: inFours(_id) },
  ];
  const technical = [
    { name: say("verify.kind"), value: say("verify.kind.text") },
    { name: say("verify.key"), value: `${site}, ${keyId.slice(0, 8)}` },
  ];
  return (
    <div className="sheet verify-part">
      <Facts of={facts} />
      {status !== "revoked" && (
        <Fold words={say("verify.technical")} className="-my-2.5">
          <Facts of={technical} />
        </Fold>
      )}
    </div>
  );
}

const Facts = ({ of }: { of: { name: string; value: string }[] }) => (
  <dl className="verify-facts">
    {of.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

/** Our domain, as people type it. */
const useSite = (): string => (useSiteSettings()?.origin ?? "").replace(/^https?:\/\//, "");
