import { EmailText } from "../ui/email-text.tsx";

/** How somebody can be reached: a press writes or calls. What is no number stays a text. */
export const Contacts = ({ email, phone }: { email: string | null; phone: string | null }) => (
  <>
    {email !== null && (
      <a href={`mailto:${encodeURIComponent(email)}`} className="hover:underline">
        <EmailText email={email} />
      </a>
    )}
    {phone !== null &&
      (/\d/.test(phone) ? (
        <a href={`tel:${phone.replace(/[^+\d]/g, "")}`} className="hover:underline">
          {phone}
        </a>
      ) : (
        <span className="break-words">{phone}</span>
      ))}
  </>
);
