import { useState } from "react";

import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import { whole } from "#app/ui/whole.ts";
import { useDesk, useGate } from "./gate-context.ts";
import { GateSheet } from "./gate-sheet.tsx";
import { hasEventBegun, waitingIn } from "./gate-state.ts";
import { groupsOf } from "./groups.ts";
import { stateOf } from "./merged.ts";
import { OtherPhones } from "./other-phones.tsx";
import { Row, useRows } from "./people-list.tsx";
import { clockTime, momentIn } from "./times.ts";

import "./close-view.css";

/**
 * Before closing, lists everybody who is not marked, so that the helper can still mark them. Once closed, it shows the
 * result and can open the gate again.
 */
export function CloseView({ onBack }: { onBack: () => void }) {
  return useGate().present.isClosed ? <Closed onBack={onBack} /> : <Closing onBack={onBack} />;
}

function Closing({ onBack }: { onBack: () => void }) {
  const { store } = useDesk();
  const { gate, event, clock, present, isOpen } = useGate();
  const view = useRows();
  // People stay in the list after they are tapped.
  const [missing] = useState(
    () => new Set(gate.people.filter((one) => stateOf(present, one.id).state !== "here").map(({ id }) => id)),
  );
  const { here, walkIns, expected } = present.counts;
  const toCome = expected - here;
  const isEarly = !hasEventBegun(gate, clock);
  // Single people instead of parties: a helper looks for a person's initial.
  const alone = gate.people.map((person) => ({ ...person, partyId: person.id }));
  const groups = groupsOf(alone, [], (id) => missing.has(id));
  return (
    <GateSheet
      title={say("gate.close.title")}
      onBack={onBack}
      foot={
        <>
          <p className="hint">{say("gate.close.message", { until: momentIn(gate, gate.marksUntil ?? 0) })}</p>
          <button
            type="button"
            className={`gb wide ${isEarly ? "" : "go big"}`}
            disabled={!isOpen}
            onClick={() => store.press([{ kind: "closed" }])}
          >
            {expected === 0
              ? say("gate.close.title")
              : toCome === 0
                ? say("gate.close.go.all")
                : say("gate.close.go", { count: toCome })}
          </button>
          <button type="button" className={`gb wide ${isEarly ? "go big" : ""}`} onClick={onBack}>
            {say("gate.close.keep")}
          </button>
        </>
      }
    >
      <div className="in flush">
        <div className="sum">
          <p role="status">
            {say("gate.close.here", { count: here + walkIns })}
            <br />{" "}
            {toCome > 0 ? say("gate.close.missing", { count: toCome }) : expected > 0 && say("gate.close.missing.none")}
          </p>
          {missing.size > 0 && <p className="hint">{say("gate.close.tap")}</p>}
          {isEarly && (
            <p className="early flex items-center gap-2.5">
              <Icon name="clock" />
              <span>{say("gate.close.early", { time: whole(clockTime(gate, Date.parse(event.eventDate))) })}</span>
            </p>
          )}
        </div>
        {groups.length > 0 && (
          <ul className="g-people">
            {groups.flatMap(({ entries, letter }) =>
              entries.map((entry, index) => (
                <li key={entry.id}>
                  <Row entry={entry} view={view} letter={index === 0 ? letter : ""} isAlone isBare />
                </li>
              )),
            )}
          </ul>
        )}
      </div>
    </GateSheet>
  );
}

function Closed({ onBack }: { onBack: () => void }) {
  const { store } = useDesk();
  const { gate, marks, present, isOpen } = useGate();
  const { here, expected, walkIns, noShow } = present.counts;
  const until = momentIn(gate, gate.marksUntil ?? 0);
  const count = waitingIn(marks).length;
  return (
    <GateSheet
      title={say("gate.closed.title")}
      onBack={onBack}
      foot={
        <>
          <button type="button" className="gb go wide big" onClick={onBack}>
            {say("gate.closed.list")}
          </button>
          <button
            type="button"
            className="gb wide"
            disabled={!isOpen}
            onClick={() => {
              store.press([{ kind: "opened" }]);
              onBack();
            }}
          >
            {say("gate.closed.again")}
          </button>
        </>
      }
    >
      <div className="in">
        <p className="came" role="status">
          {say("gate.closed.came", { count: here + walkIns })}
        </p>
        <p>
          {say("gate.closed.detail", {
            here,
            expected,
            walkIns: walkIns === 0 ? say("gate.walk_ins.none") : say("gate.walk_ins", { count: walkIns }),
            noShow,
          })}
        </p>
        <p className="mt-3 flex gap-2.5">
          <Icon name={count > 0 ? "cloud-upload" : "cloud-check"} />
          <span>{count > 0 ? say("gate.closed.waiting", { count, until }) : say("gate.closed.sent", { until })}</span>
        </p>
        <OtherPhones hint={say("gate.closed.phones")} />
      </div>
    </GateSheet>
  );
}
