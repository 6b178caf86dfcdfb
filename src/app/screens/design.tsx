import { type ReactNode, useState } from "react";

import { eventTypes } from "#domain/events/rules.ts";

import { EventRow } from "../events/event-row.tsx";
import { Leaf } from "../events/leaf.tsx";
import { SpotsLeft } from "../events/spots-left.tsx";
import { TypeBadge } from "../events/type-badge.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { fromMenu, MoreMenu } from "../ui/more-menu.tsx";
import { BackToAll } from "../ui/back-to-all.tsx";

/** The parts of docs/design.md in each state and both themes. In development only, so its words are not sentences. */
export default function Design() {
  return (
    <>
      <title>Design</title>
      <h1 className="text-page">One way to draw each</h1>
      {(["light", "dark"] as const).map((theme) => (
        <section
          key={theme}
          data-theme={theme}
          aria-label={theme}
          className="mt-6 grid gap-6 rounded-box bg-base-200 p-4 text-base-content"
        >
          <Parts theme={theme} />
        </section>
      ))}
    </>
  );
}

function Parts({ theme }: { theme: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Part title="Titles">
        <p className="font-display text-poster font-bold">Poster</p>
        <p className="font-display text-page font-bold">Page</p>
        <p className="font-display text-part font-bold">Part</p>
        <p className="font-display text-small font-bold">Small</p>
        <p>Text 16</p>
        <p className="quiet text-sm">Fact 14</p>
        <BackToAll to="/upcoming-events" text="Back" />
      </Part>
      {(["btn-primary", "", "btn-ghost", "btn-error"] as const).map((look) => (
        <Part key={look} title={looks[look]}>
          <button type="button" className={`btn ${look}`}>
            {looks[look]}
          </button>
          <button type="button" className={`btn ${look}`} aria-disabled="true">
            <span className="loading loading-sm loading-spinner" aria-hidden />
            Works
          </button>
          <button type="button" className={`btn ${look}`} disabled>
            Not now
          </button>
        </Part>
      ))}
      <Part title="Leaf">
        {["small", "", "weekend", "today", "yours", "waits", "over", "large"].map((look) => (
          <Leaf key={look} moment={moment} timeZone="UTC" className={look} />
        ))}
        {eventTypes.map((type) => (
          <span key={type} data-hue={type}>
            <Leaf moment={moment} timeZone="UTC" className="hue" />
          </span>
        ))}
      </Part>
      <Part title="Badge">
        {eventTypes.map((type) => (
          <TypeBadge key={type} type={type} />
        ))}
        <span className="badge badge-status">Active</span>
        <span className="badge badge-yours">Joined</span>
      </Part>
      <Part title="What is left">
        {[23, 5, 0].map((left) => (
          <SpotsLeft key={left} event={{ left, isUnderWay: false }} />
        ))}
        <SpotsLeft event={{ left: 3, isUnderWay: true }} />
      </Part>
      <div className="grid gap-2 lg:grid-cols-3">
        <EventRow event={event} last={<SpotsLeft event={{ left: 17, isUnderWay: false }} />} />
        <EventRow event={{ ...event, eventType: "cleanup" }} last="14 joined · 12 came · 30 h" isPast />
        <EventRow event={event} last={<SpotsLeft event={{ left: 0, isUnderWay: false }} />}>
          <button type="button" className="btn">
            Edit
          </button>
        </EventRow>
      </div>
      <Part title="Dialog and menu">
        <button type="button" className="btn" onClick={() => setOpen(true)}>
          Open a dialog
        </button>
        <MoreMenu id={`more-${theme}`} label="More">
          <button type="button" onClick={fromMenu(() => setOpen(true))}>
            Rare
          </button>
          <button type="button" className="apart text-error" onClick={fromMenu(() => setOpen(true))}>
            Destructive
          </button>
        </MoreMenu>
        {isOpen && (
          <Dialog title="A dialog" onClose={close}>
            <p className="py-3">Its title is in view, and nothing in it scrolls.</p>
            <DialogFoot>
              <button type="button" className="btn btn-ghost" onClick={close}>
                Cancel
              </button>
              <button type="button" className="btn btn-primary" onClick={close}>
                Save
              </button>
            </DialogFoot>
          </Dialog>
        )}
      </Part>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="quiet text-sm">{title}</h2>
    <div className="mt-1 flex flex-wrap items-center gap-3">{children}</div>
  </div>
);

const looks = { "btn-primary": "Primary", "": "Secondary", "btn-ghost": "Quiet", "btn-error": "Danger" } as const;

const moment = new Date("2026-11-28T09:30:00Z");
const event = {
  _id: "00000000-0000-7000-8000-000000000001",
  title: "A demo event with a title of two lines",
  eventType: "plantation",
  location: "Demo garden, Porto",
  eventDate: moment.toISOString(),
  eventEnd: "2026-11-28T12:00:00Z",
  timeZone: "UTC",
  thumbnailUrl: null,
} as const;
