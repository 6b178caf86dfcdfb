import { useCallback, useEffect, useEffectEvent, useState } from "react";

import { momentOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { keyLabelMax } from "#domain/gates/rules.ts";
import type { GateKey } from "#domain/gates/shapes.ts";
import { say } from "#messages/say.ts";

import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { useProof } from "../session/use-proof.tsx";
import { copyText } from "../ui/copy-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import { focusOnce } from "../ui/focus.ts";
import { Form } from "../ui/form.tsx";
import { Fold } from "../ui/fold.tsx";
import { Icon } from "../ui/icon.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { toast } from "../ui/toast.tsx";

/** The time between two checks for phones that have opened a link, in milliseconds. */
const lookEvery = 5000;

/** The links that open an event's gate on helpers' phones: create, show and revoke them. */
export default function GateKeys({ event, onClose }: { event: Event; onClose: () => void }) {
  const param = { eventId: event._id };
  const fetchKeys = useCallback(
    () => ask((api) => api.gates[":eventId"].keys.$get({ param: { eventId: event._id } })),
    [event._id],
  );
  const { asked, again, edit } = useAnswer(fetchKeys);
  const [made, setMade] = useState<string | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const { proof, proven } = useProof();
  const hasLinks = asked.status === "there" && asked.answer.keys.some(({ revokedAt }) => revokedAt === null);
  const isFolded = !isMaking && (made !== null || hasLinks);
  // The organizer waits beside a helper who scans the code, and sees here when the gate has opened on their phone.
  const look = useEffectEvent(() => {
    if (!document.hidden)
      void fetchKeys().then(
        (now) => edit(() => now),
        () => {},
      );
  });
  useEffect(() => {
    const timer = setInterval(look, lookEvery);
    return () => clearInterval(timer);
  }, []);

  async function make({ label = "" }: Record<string, string>) {
    try {
      const { key } = await proven(() => ask((api) => api.gates[":eventId"].keys.$post({ param, json: { label } })));
      setMade(key._id);
      setIsMaking(false);
      again();
      return {};
    } catch (error) {
      return refused(error);
    }
  }

  const renew = () =>
    proven(() => ask((api) => api.gates[":eventId"].keys.renew.$post({ param }))).then(again, refused);

  async function revoke({ _id: keyId }: GateKey) {
    try {
      await ask((api) => api.gates[":eventId"].keys[":keyId"].$delete({ param: { ...param, keyId } }));
      again();
    } catch (error) {
      refused(error);
    }
  }

  return (
    <Dialog title={say("gate.card.keys")} width="34rem" onClose={onClose}>
      <p className="quiet mt-2">{say("gate.keys.text")}</p>
      {proof}
      {asked.status === "there" && asked.answer.ended > 0 && (
        <div role="alert" className="question">
          <p>{say("gate.keys.ended", { count: asked.answer.ended })}</p>
          <button type="button" className="btn btn-primary mt-2" onClick={() => void renew()}>
            {say("gate.keys.renew", { count: asked.answer.ended })}
          </button>
        </div>
      )}
      {/* A new link appears in the form's place; the button for another one stands below the existing links. */}
      {asked.status !== "loading" && !isFolded && (
        <Form onSend={make} className="gate-key-form" label={say("gate.keys.make")}>
          <Field
            name="label"
            label={say("gate.keys.label")}
            hint={say("gate.keys.label.hint")}
            required
            whenMissing={say("gate.keys.missing")}
            maxLength={keyLabelMax}
            autoComplete="off"
            ref={isMaking ? focusOnce : undefined}
          />
          <SubmitButton busy={say("gate.keys.making")}>{say("gate.keys.make")}</SubmitButton>
        </Form>
      )}
      <Answered on="dialog" asked={asked} again={again} failed={say("gate.keys.failed")}>
        {({ answer: { keys } }) =>
          keys.length === 0 ? (
            <p className="quiet mt-5">{say("gate.keys.none")}</p>
          ) : (
            <Keys keys={keys} timeZone={event.timeZone} made={made} onRevoke={revoke} />
          )
        }
      </Answered>
      {isFolded && (
        <DialogFoot>
          <button
            ref={made === null ? undefined : focusOnce}
            type="button"
            className="btn"
            onClick={() => setIsMaking(true)}
          >
            <Icon name="plus" />
            {say("gate.keys.another")}
          </button>
        </DialogFoot>
      )}
    </Dialog>
  );
}

type KeysProps = {
  keys: readonly GateKey[];
  timeZone: string;
  /** The id of the new link. */
  made: string | null;
  onRevoke: (key: GateKey) => Promise<void>;
};

/** The valid links, and below them, folded away, the revoked ones. */
function Keys({ keys, timeZone, made, onRevoke }: KeysProps) {
  const live = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  const listed = (some: readonly GateKey[]) =>
    some.map((key) => (
      <Key key={key._id} gateKey={key} timeZone={timeZone} isNew={key._id === made} onRevoke={() => onRevoke(key)} />
    ));
  return (
    <>
      {live.length > 0 && (
        <ul aria-label={say("gate.keys.list")} className="gate-keys">
          {listed(live)}
        </ul>
      )}
      {revoked.length > 0 && (
        <Fold words={say("gate.keys.taken_back", { count: revoked.length })} className="gate-revoked">
          <ul className="gate-keys">{listed(revoked)}</ul>
        </Fold>
      )}
    </>
  );
}

/** True if this device has a share dialog, as phones do. */
const shares = () => typeof navigator.share === "function";

type KeyProps = { gateKey: GateKey; timeZone: string; isNew: boolean; onRevoke: () => Promise<void> };

/** A link, with its state and actions. A new link shows its code at once. */
function Key({ gateKey, timeZone, isNew, onRevoke }: KeyProps) {
  const { label, url, createdAt, devices, lastSeenAt, revokedAt } = gateKey;
  const [shows, setShows] = useState<"code" | "question" | null>(isNew ? "code" : null);
  const isRevoked = revokedAt !== null;
  const momentIn = (moment: string) => momentOf(new Date(moment), timeZone);

  async function handOn() {
    if (shares()) {
      // Closing the share dialog rejects the promise, but is not an error.
      await navigator.share({ title: say("gate.keys.share.title"), url }).catch(() => {});
      return;
    }
    if (await copyText(url)) toast("success", say("gate.keys.copied"));
    else toast("error", say("gate.keys.not_copied", { url }));
  }

  return (
    <li>
      <p className="font-semibold">
        <bdi>{label}</bdi>
      </p>
      {!isRevoked && (
        <button
          type="button"
          aria-expanded={shows === "question"}
          className="btn btn-error"
          onClick={() => setShows(shows === "question" ? null : "question")}
        >
          {say("gate.keys.revoke")}
        </button>
      )}
      <p className="quiet text-sm">
        {isRevoked
          ? say("gate.keys.revoked", { moment: momentIn(revokedAt) })
          : lastSeenAt === null
            ? say("gate.keys.unused", { moment: momentIn(createdAt) })
            : say("gate.keys.devices", { count: devices, moment: momentIn(lastSeenAt) })}
      </p>
      {!isRevoked && shows === "question" && (
        <div role="alert" className="question">
          <p>{say("gate.keys.revoke.sure")}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <button type="button" className="btn btn-error" onClick={() => void onRevoke()}>
              {say("gate.keys.revoke.yes")}
            </button>
            <button type="button" className="btn" onClick={() => setShows(null)}>
              {say("gate.keys.revoke.no")}
            </button>
          </div>
        </div>
      )}
      {!isRevoked && (
        <div className="deeds">
          <button type="button" className="btn" onClick={() => void handOn()}>
            <Icon name={shares() ? "share-2" : "copy"} className="size-5" />
            {say(shares() ? "gate.keys.share" : "gate.keys.copy")}
          </button>
          <button
            type="button"
            aria-expanded={shows === "code"}
            className="btn"
            onClick={() => setShows(shows === "code" ? null : "code")}
          >
            {say(shows === "code" ? "gate.keys.hide" : "gate.keys.show")}
          </button>
        </div>
      )}
      {!isRevoked && shows === "code" && <QrCode text={url} label={say("gate.keys.qr", { label })} className="qr" />}
    </li>
  );
}
