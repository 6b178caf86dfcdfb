import { dialed } from "#domain/values/rules.ts";

import { EmailText } from "../ui/email-text.tsx";

/** How somebody can be reached: a press writes or calls. What is no number stays a text. */
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
