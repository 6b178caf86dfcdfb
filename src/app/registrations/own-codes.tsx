import { useCallback } from "react";

import { codeAddress } from "#domain/gates/rules.ts";
import type { OwnCodes as OwnCodesShape } from "#domain/gates/shapes.ts";
import { say } from "#messages/say.ts";

import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Dialog } from "../ui/dialog.tsx";
import { QrCode } from "../ui/qr-code.tsx";

/** The member's code for the event's gate, large enough for a helper to read or scan, and those of their guests. */
export default function OwnCodes({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const fetchCodes = useCallback(
    () => ask((api) => api.gates[":eventId"].codes.$post({ param: { eventId } })),
    [eventId],
  );
  const { asked, again } = useAnswer(fetchCodes);
  return (
    <Dialog title={say("gate.codes.title")} width="24rem" onClose={onClose}>
      <Answered on="dialog" asked={asked} again={again} failed={say("gate.codes.failed")}>
        {({ answer }) => <Codes {...answer} eventId={eventId} />}
      </Answered>
    </Dialog>
  );
}

const Codes = ({ eventId, code, guests }: OwnCodesShape & { eventId: string }) => (
  <div className="mt-4 flex flex-col items-center text-center">
    <QrCode
      text={codeAddress(location.origin, eventId, code)}
      label={say("gate.codes.qr", { code })}
      className="w-full max-w-xs rounded-box border border-base-300"
    />
    <p className="mt-4 font-display text-4xl font-bold">{code}</p>
    <p className="quiet mt-2 text-balance">{say("gate.codes.text", { count: 1 + guests.length })}</p>
    {guests.length > 0 && (
      <ul className="mt-5 w-full text-start">
        {guests.map((guest) => (
          <li key={guest._id} className="flex justify-between gap-4 border-t border-base-300 py-2.5 break-words">
            <span dir="auto" className="min-w-0">
              {guest.name}
            </span>
            <strong>{guest.code}</strong>
          </li>
        ))}
      </ul>
    )}
  </div>
);
