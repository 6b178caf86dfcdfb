import { type ReactNode, useEffect, useState } from "react";

import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icons.ts";
import { useDesk, useGate } from "./gate-context.ts";
import { BackKey, GateSheet } from "./gate-sheet.tsx";
import { waitingIn } from "./gate-state.ts";
import { OtherPhones } from "./other-phones.tsx";
import { clockTime, dayOf } from "./times.ts";
import { useSetting } from "./use-setting.ts";

import "./more-view.css";

type MoreProps = { onBack: () => void; onTyped: () => void; onClose: () => void };

/** The menu of rare actions. */
export function MoreView({ onBack, onTyped, onClose }: MoreProps) {
  const { store } = useDesk();
  const { gate, marks, present, others, isKept, isOnline } = useGate();
  const [hand, setHand] = useSetting<"right" | "left">("goodturn.hand", "right");
  const [theme, setTheme] = useSetting<"light" | "dark">("theme", "light");
  const isReady = useIsReady();
  const page = !isKept ? "unkept" : isReady ? "ready" : "unready";
  /** Comes first: if the page were closed now, it could not be opened again. */
  const isCut = page === "unready" && !isOnline;
  const own = (
    <Fact
      icon={pages[page]}
      words={say(`gate.more.${page}`)}
      why={isCut ? say("gate.more.unready.offline") : say(`gate.more.${page}.why`)}
    />
  );
  const waiting = waitingIn(marks).length;
  const refused = marks.filter(({ status }) => status === "refused").length;
  return (
    <GateSheet title={say("gate.more.title")} onBack={onBack} foot={<BackKey onBack={onBack} isAlone />}>
      <div className="in more">
        <div className="set">
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
          <Way icon="keyboard" words={say("gate.more.paper")} onPress={onTyped} />
          <Way
            icon="door-closed"
            words={say(present.isClosed ? "gate.more.open" : "gate.more.close")}
            why={present.isClosed && say("gate.more.open.why")}
            onPress={onClose}
          />
        </div>
        {others.length > 0 && <h3>{say("gate.more.events")}</h3>}
        {others.map((other) => (
          <Way
            key={other.eventId}
            icon="calendar-days"
            words={<bdi>{other.event?.title ?? say("gate.awaited")}</bdi>}
            why={other.event && dayOf(other, other.event.eventDate)}
            onPress={() => void store.choose(other.eventId).then(onBack)}
          />
        ))}
        {isCut && own}
        {waiting > 0 ? (
          <Fact
            icon="cloud-upload"
            words={say("gate.more.waiting", { count: waiting })}
            why={say(!isKept ? "gate.more.waiting.open" : isCut ? "gate.more.waiting.cut" : "gate.more.waiting.why")}
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
        {!isCut && own}
        <OtherPhones />
        {isOnline && (
          <a className="opt way" href={`/view-event/${gate.eventId}`}>
            <Icon name="calendar-days" />
            <span>{say("gate.more.page")}</span>
            <Icon name="chevron-down" />
          </a>
        )}
      </div>
    </GateSheet>
  );
}

/** The icons for a page that is cached on this device, not yet, or cannot be. */
const pages = { ready: "badge-check", unready: "download", unkept: "cloud-off" } as const;

const heard = (gate: Parameters<typeof clockTime>[0] & { heardAt: number | null; correction: number }) =>
  gate.heardAt === null
    ? say("gate.more.never")
    : say("gate.more.sent.at", { time: clockTime(gate, gate.heardAt + gate.correction) });

type WayProps = { icon: IconName; words: ReactNode; why?: string | false | null; onPress: () => void };

/** A row that leads to another view has a frame and an arrow; mere information has neither. */
const Way = ({ icon, words, why, onPress }: WayProps) => (
  <button type="button" className="opt way" onClick={onPress}>
    <Icon name={icon} />
    <span>
      {words}
      {why && <small>{why}</small>}
    </span>
    <Icon name="chevron-down" />
  </button>
);

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

/** True if the page itself is cached on this phone, so that it opens without a network. */
function useIsReady(): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    let isHere = true;
    void navigator.serviceWorker?.ready.then(() => isHere && setIsReady(true));
    return () => {
      isHere = false;
    };
  }, []);
  return isReady;
}
