import { useEffect, useState } from "react";

import { say } from "#messages/gates-device.ts";

import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";
import { useDesk, useGate } from "./gate-context.ts";
import { BackKey, GateSheet } from "./gate-sheet.tsx";
import { waitingIn } from "./gate-state.ts";
import { OtherPhones } from "./other-phones.tsx";
import { clockTime, dayOf } from "./times.ts";
import { useSetting } from "./use-setting.ts";

type MoreProps = { onBack: () => void; onTyped: () => void; onClose: () => void };

/** All that is not pressed often. */
export function MoreView({ onBack, onTyped, onClose }: MoreProps) {
  const { store } = useDesk();
  const { gate, marks, present, others, isKept } = useGate();
  const [hand, setHand] = useSetting<"right" | "left">("goodturn.hand", "right");
  const [theme, setTheme] = useSetting<"light" | "dark">("theme", "light");
  const isReady = useIsReady() && isKept;
  const waiting = waitingIn(marks).length;
  const refused = marks.filter(({ status }) => status === "refused").length;
  return (
    <GateSheet title={say("gate.more.title")} onBack={onBack} foot={<BackKey onBack={onBack} isAlone />}>
      <div className="in flush">
        <Choice
          legend={say("gate.more.hand")}
          name="hand"
          value={hand}
          options={[
            ["left", say("gate.more.left")],
            ["right", say("gate.more.right")],
          ]}
          onChoose={setHand}
        />
        <Choice
          legend={say("gate.more.screen")}
          name="screen"
          value={theme}
          options={[
            ["light", say("gate.more.sun")],
            ["dark", say("gate.more.dusk")],
          ]}
          onChoose={(chosen) => {
            setTheme(chosen);
            document.documentElement.dataset["theme"] = chosen;
          }}
        />
        <button type="button" className="opt" onClick={onTyped}>
          <Icon name="keyboard" />
          <span>{say("gate.more.paper")}</span>
        </button>
        <button type="button" className="opt" onClick={onClose}>
          <Icon name="door-closed" />
          <span>
            {say(present.isClosed ? "gate.more.open" : "gate.more.close")}
            {present.isClosed && <small>{say("gate.more.open.why")}</small>}
          </span>
        </button>
        {waiting > 0 ? (
          <Fact
            icon="cloud-upload"
            words={say("gate.more.waiting", { count: waiting })}
            why={say(isKept ? "gate.more.waiting.why" : "gate.more.waiting.open")}
          />
        ) : (
          <Fact icon="cloud-check" words={say("gate.more.sent")} why={heard(gate)} />
        )}
        {refused > 0 && (
          <Fact
            icon="circle-question-mark"
            words={say("gate.more.refused", { count: refused })}
            why={say("gate.more.refused.why")}
          />
        )}
        <Fact
          icon={isReady ? "badge-check" : "cloud-off"}
          words={say(isReady ? "gate.more.ready" : "gate.more.unready")}
          why={say(isReady ? "gate.more.ready.why" : isKept ? "gate.more.unready.why" : "gate.more.unkept.why")}
        />
        <OtherPhones />
        {others.length > 0 && <h3>{say("gate.more.events")}</h3>}
        {others.map((other) => (
          <button
            key={other.eventId}
            type="button"
            className="opt"
            onClick={() => void store.choose(other.eventId).then(onBack)}
          >
            <Icon name="calendar-days" />
            <span>
              <bdi>{other.event?.title ?? say("gate.awaited")}</bdi>
              {other.event && <small>{dayOf(other, other.event.eventDate)}</small>}
            </span>
          </button>
        ))}
      </div>
    </GateSheet>
  );
}

const heard = (gate: Parameters<typeof clockTime>[0] & { heardAt: number | null; correction: number }) =>
  gate.heardAt === null
    ? say("gate.more.never")
    : say("gate.more.sent.at", { time: clockTime(gate, gate.heardAt + gate.correction) });

const Fact = ({ icon, words, why }: { icon: IconName; words: string; why: string }) => (
  <p className="opt">
    <Icon name={icon} />
    <span>
      {words}
      <small>{why}</small>
    </span>
  </p>
);

type ChoiceProps<Value extends string> = {
  legend: string;
  name: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ legend, name, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className="seg-set">
      <legend>{legend}</legend>
      <div className="seg">
        {options.map(([option, words]) => (
          <label key={option}>
            <input type="radio" name={name} checked={value === option} onChange={() => onChoose(option)} />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Whether the page itself is kept on this phone, so that it opens without a network. */
function useIsReady(): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    let isHere = true;
    void navigator.serviceWorker
      ?.getRegistration("/gate")
      .then((registration) => isHere && setIsReady(Boolean(registration?.active)));
    return () => {
      isHere = false;
    };
  }, []);
  return isReady;
}
