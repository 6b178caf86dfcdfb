import { codeAddress } from "#domain/gates/rules.ts";
import type { Gate } from "#domain/gates/shapes.ts";
import { spanInWords, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { QrCode } from "../ui/qr-code.tsx";

type ConfirmationProps = {
  gate: Gate;
  person: Gate["people"][number];
  location: string;
  whatToBring: string | null;
};

/**
 * A confirmation on paper for a person without e-mail: their spot, the event's time and location, and the code to find
 * them by.
 */
export function PaperConfirmation({
  gate: { event, people },
  person,
  location: place,
  whatToBring,
}: ConfirmationProps) {
  const { date, hours } = spanInWords(spanOf(event));
  const others = people.filter(({ id, partyId }) => partyId === person.partyId && id !== person.id);
  return (
    <div className="paper-sheets">
      <section
        className="paper-sheet paper-confirmation"
        aria-label={say("gate.paper.confirmation_of", { name: person.name })}
      >
        <div className="paper-ticket">
          <div>
            <p className="paper-brand">
              <img src="/scenes/mark.svg" alt="" width="28" height="28" />
              {say("brand.name")}
            </p>
            <p className="paper-yours">{say("gate.paper.confirmed", { count: 1 + others.length })}</p>
            <h2 dir="auto">{person.name}</h2>
            <h3 dir="auto">{event.title}</h3>
            <p>
              <strong>{date}</strong>
            </p>
            <p>
              <strong>{hours}</strong>
            </p>
            <p dir="auto">{place}</p>
            {whatToBring && (
              <>
                <h4>{say("gate.paper.bring")}</h4>
                <p dir="auto" className="whitespace-pre-line">
                  {whatToBring}
                </p>
              </>
            )}
            {others.length > 0 && (
              <>
                <h4>{say("gate.paper.with")}</h4>
                {others.map(({ id, name, code }) => (
                  <p key={id}>
                    <span dir="auto">{name}</span> <span className="paper-code">{code}</span>
                  </p>
                ))}
              </>
            )}
          </div>
          <div className="paper-own-code">
            <QrCode
              text={codeAddress(location.origin, event._id, person.code)}
              label={say("gate.paper.qr", { code: person.code })}
              className="paper-qr"
            />
            <p>{say("gate.paper.code")}</p>
            <p className="paper-code">{person.code}</p>
            <p>{say(others.length > 0 ? "gate.paper.confirmed.party" : "gate.paper.confirmed.text")}</p>
          </div>
        </div>
      </section>
    </div>
  );
}
