import { dialed } from "#domain/values/rules.ts";

import { EmailText } from "../ui/email-text.tsx";

/** Links to write to or call a person. Text that is not a phone number stays text. */
export function Contacts({ email, phone }: { email: string | null; phone: string | null }) {
  const number = phone === null ? null : dialed(phone);
  return (
    <>
      {email !== null && (
        <a href={`mailto:${encodeURIComponent(email)}`} className="hover:underline">
          <EmailText email={email} />
        </a>
      )}
      {phone !== null &&
        (number !== null ? (
          <a href={`tel:${number}`} className="hover:underline">
            {phone}
          </a>
        ) : (
          <span className="break-words">{phone}</span>
        ))}
    </>
  );
}
