import { useCallback, useEffect, useState } from "react";
import { say } from "#messages/say.ts";
import { Icon } from "#app/ui/icon.tsx";
import { CloseView } from "./close-view.tsx";
import { GateBand } from "./gate-band.tsx";
import { useGatePart, useIsOpen } from "./gate-context.ts";
import { GateNote } from "./gate-note.tsx";
import { phaseOf } from "./gate-state.ts";
import type { GateState } from "./gate-store.ts";
import { GateTabs, GateTop } from "./gate-top.tsx";
import { GateLog, LastDeed } from "./last-deed.tsx";
import { MoreView } from "./more-view.tsx";
import { type Filter, Roster } from "./roster.tsx";
import { ScanView } from "./scan-view.tsx";
import { FoundPeople, SpellerKeys } from "./speller-keys.tsx";
import { TypedView } from "./typed-view.tsx";
import { useIsWide, useSetting } from "./use-setting.ts";
import { useRealKeyboard, useSpeller } from "./use-speller.ts";
import { nobodyYet, WalkInView } from "./walk-in-view.tsx";

type View = "list" | "find" | "scan" | "walk-in" | "more" | "typed" | "close";

/** The whole page: an event's gate, or the reason why there is none. */
export function GatePage() {
  const [hand] = useSetting<"right" | "left">("goodturn.hand", "right");
  const [theme] = useSetting<"light" | "dark">("theme", "light");
  const isThere = useGatePart(hasList);
  const isOnline = useGatePart(hasNetwork);
  return (
    <div data-hand={hand}>
      <meta name="theme-color" content={edges[theme][isOnline ? 0 : 1]} />
      {isThere ? <OpenGate /> : <GateNote />}
    </div>
  );
}

/** When installed, the phone's status bar takes the color of the band below it, with a network and without. */
const edges = { light: ["#ffffff", "#0c1914"], dark: ["#111815", "#f0ebdf"] } as const;

const hasNetwork = ({ isOnline }: GateState) => isOnline;

function hasList({ status, gate, clock }: GateState): boolean {
  const phase = gate?.event ? phaseOf(gate, clock) : null;
  return status === "gate" && (phase === "soon" || phase === "open");
}

/** Facts are at the top, buttons below. */
function OpenGate() {
  const [view, setView] = useState<View>("list");
  const [choice, setChoice] = useState<{ filter: Filter; number: number }>({ filter: "all", number: 0 });
  // A half-typed walk-in is kept while the helper taps people who arrive meanwhile.
  const [draft, setDraft] = useState(nobodyYet);
  const isWide = useIsWide();
  const isOpen = useIsOpen();
  const speller = useSpeller(isWide || view === "find");
  const { setQuery } = speller;
  // Coming back from a view refreshes the list.
  const toList = useCallback(() => {
    setView("list");
    setQuery("");
    setChoice(({ filter, number }) => ({ filter, number: number + 1 }));
  }, [setQuery]);
  const toFind = useCallback(() => setView("find"), []);
  useRealKeyboard(speller, toFind, toList);
  useWayBack(view !== "list", toList);
  const isFinding = view === "find" && !isWide;
  const showsFound = speller.query !== "";
  const isLost = showsFound && speller.found.length === 0;

  function addWalkIn(name = "") {
    if (name) setDraft({ ...nobodyYet, name });
    setView("walk-in");
  }
  return (
    <div className={`gate ${isFinding ? "finding" : ""}`}>
      <GateBand />
      <GateTop onMore={() => setView("more")} />
      <GateTabs
        filter={choice.filter}
        onChoose={(filter) => setChoice(({ number }) => ({ filter, number: number + 1 }))}
      />
      {/* A scrolling list is reachable by keyboard too. */}
      <main id="main" className="g-list" tabIndex={-1} aria-label={say("gate.list")} hidden={showsFound}>
        <Roster filter={choice.filter} chosen={choice.number} />
      </main>
      {showsFound && <FoundPeople speller={speller} onAdd={addWalkIn} />}
      <LastDeed shown={isLost ? "none" : choice.filter === "here" ? "here" : null} />
      {(isWide || isFinding) && <SpellerKeys speller={speller} {...(!isWide && { onDone: toList })} />}
      <nav className="g-acts" aria-label={say("gate.actions")}>
        <button type="button" className="gb" disabled={!isOpen} onClick={() => addWalkIn()}>
          <Icon name="user-round-plus" />
          {say("gate.add")}
        </button>
        <button type="button" className="gb" disabled={!isOpen} onClick={() => setView("scan")}>
          <Icon name="scan-qr-code" />
          {say("gate.scan")}
        </button>
        <button type="button" className="gb go" onClick={toFind}>
          <Icon name="search" />
          {say("gate.find")}
        </button>
      </nav>
      {isWide && <GateLog />}
      {view === "walk-in" && <WalkInView draft={draft} onChange={setDraft} onBack={toList} />}
      {view === "scan" && <ScanView onBack={toList} onFind={toFind} onAdd={() => addWalkIn()} />}
      {view === "more" && (
        <MoreView onBack={toList} onTyped={() => setView("typed")} onClose={() => setView("close")} />
      )}
      {view === "typed" && <TypedView onBack={toList} />}
      {view === "close" && <CloseView onBack={toList} />}
    </div>
  );
}

/**
 * The back button of the browser or phone leads from a view to the list, like the view's own button, and from the list
 * to the page before. The history has one more, marked step for that.
 */
function useWayBack(isAway: boolean, toList: () => void): void {
  useEffect(() => {
    if (isAway && !isMarked()) history.pushState({ ...history.state, [mark]: true }, "");
    let wasMarked = isMarked();
    function onStep() {
      const isLeft = wasMarked && !isMarked();
      wasMarked = isMarked();
      // Opening a link with another key is a step forward, and one step back may then lead to another page.
      if (!isLeft || location.hash !== "" || location.pathname !== ownPath) return;
      if (isAway) toList();
      else history.back();
    }
    const ownPath = location.pathname;
    window.addEventListener("popstate", onStep);
    return () => window.removeEventListener("popstate", onStep);
  }, [isAway, toList]);
}

const mark = "gateView";
const isMarked = () => (history.state as Record<string, unknown> | null)?.[mark] === true;
