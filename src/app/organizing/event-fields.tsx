import { type ReactNode, useEffect, useRef } from "react";

import { descriptionMax, eventTypes, titleMax } from "#domain/events/rules.ts";
import { asTyped } from "#domain/values/rules.ts";
import { isPictureAddress } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import { EventPicture } from "../events/event-picture.tsx";
import { Leaf } from "../events/leaf.tsx";
import { TypeBadge } from "../events/type-badge.tsx";
import { Icon } from "../ui/icon.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { AskRow } from "./ask-row.tsx";
import { spotsAnswer, whenAnswer, whereAnswer } from "./event-answers.ts";
import type { EventDraft, TypedField } from "./event-form.ts";
import { spanNames } from "./event-span.ts";
import { EventTips } from "./event-tips.tsx";
import { FieldSheet, useFirstError } from "./field-sheet.tsx";
import type { KnowField } from "./good-to-know-fields.tsx";
import { LocationField } from "./location-field.tsx";
import { MoreFields } from "./more-fields.tsx";
import { PictureField } from "./picture-field.tsx";
import { PosterText } from "./poster-text.tsx";
import { RepeatRow } from "./repeat-row.tsx";
import { SpotsCard } from "./spots-card.tsx";
import { HoldField, SpotsField } from "./spots-field.tsx";
import { TypeTiles } from "./type-tiles.tsx";
import { WhenField } from "./when-field.tsx";

import "./event-fields.css";

type EventFieldsProps = {
  initial: EventDraft;
  /** The values typed so far. */
  values: EventDraft;
  timeZone: string;
  /** A new event needs a picture and a description; later they are optional (specification 5). */
  isNew?: boolean;
  /** The row for whose event it is, for members who organize a community. */
  by?: ReactNode;
  /** The row for how a series repeats, for an event that is one of its dates. */
  repeats?: ReactNode;
  /** Content below the fields. */
  children?: ReactNode;
  /** The buttons: a bar on a phone, below the card of the picture when wide. */
  bar: ReactNode;
};

/** An event's page, to type into: specification 5. What is rarely typed is in sheets and behind 'More'. */
export function EventFields({
  initial,
  values,
  timeZone,
  isNew = false,
  by,
  repeats,
  children,
  bar,
}: EventFieldsProps) {
  const type = eventTypes.find((each) => each === values.eventType);
  const spots = useRef<HTMLDialogElement>(null);
  const when = whenAnswer(values, timeZone);
  // A field without a control does not compile.
  const controls: Record<
    Exclude<TypedField, KnowField | "townId" | "point" | "holdHours" | "asksPhone"> | "span" | "repeats" | "more",
    ReactNode
  > = {
    eventType: <TypeTiles initial={initial.eventType ?? ""} />,
    thumbnailUrl: (
      <PagePicture values={values}>
        <PictureField
          name="thumbnailUrl"
          label={say("form.thumbnail")}
          initial={initial.thumbnailUrl ?? ""}
          type={type}
          required={isNew}
        />
      </PagePicture>
    ),
    title: (
      <PosterText
        name="title"
        label={say("form.title")}
        max={titleMax}
        full={say("rule.title.too_long")}
        placeholder={say("form.title.placeholder")}
        initial={initial.title ?? ""}
        required
        whenMissing={say("rule.title.required")}
        isTitle
        className="font-display text-poster font-bold tracking-tight"
        beside={
          type ? (
            <TypeBadge type={type} />
          ) : (
            <span className="badge border border-dashed border-(--edge)">{say("form.type.above")}</span>
          )
        }
      />
    ),
    span: (
      <AskRow
        question={say("form.when.question")}
        hint={say("form.when.hint")}
        icon="calendar-days"
        names={spanNames}
        answer={when && { ...when, leaf: <Leaf moment={when.begin} timeZone={when.zone} className="h-12 w-11" /> }}
      >
        <WhenField initial={initial} timeZone={timeZone} />
      </AskRow>
    ),
    repeats: isNew ? <RepeatRow initial={initial} values={values} /> : repeats,
    // Includes the fields of the town and the pin.
    location: (
      <AskRow
        question={say("form.where")}
        hint={say("form.where.hint")}
        icon="map-pin"
        names={["location"]}
        answer={whereAnswer(values)}
      >
        {/* Has room for the proposed towns. */}
        <div className="min-h-80">
          <LocationField initial={initial} />
        </div>
      </AskRow>
    ),
    maxParticipant: (
      <AskRow
        question={say("form.spots")}
        hint={say("form.spots.hint")}
        icon="users-round"
        names={["maxParticipant", "holdHours"]}
        answer={spotsAnswer(values)}
        sheet={spots}
        className="lg:hidden"
      >
        <SpotsField initial={initial.maxParticipant ?? ""} />
        <HoldField initial={initial.holdHours} />
      </AskRow>
    ),
    description: (
      <PosterText
        name="description"
        label={say("form.description")}
        max={descriptionMax}
        full={say("rule.description.too_long")}
        placeholder={say("form.description.placeholder")}
        initial={initial.description ?? ""}
        required={isNew}
        whenMissing={say("rule.description.required")}
        className="min-h-12 text-base lg:text-[1.0625rem]/relaxed"
      />
    ),
    more: <MoreFields initial={initial} values={values} />,
  };
  return (
    <div className="event-fields grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_27.5rem] lg:grid-rows-[auto_auto_auto_1fr] lg:gap-x-16">
      <Ground type={values.eventType} />
      <div className="lg:col-span-2 lg:mb-5">{controls.eventType}</div>
      {controls.thumbnailUrl}
      <div className="flex flex-col pt-2.5 lg:col-start-1 lg:row-span-3 lg:row-start-2 lg:pt-0">
        {controls.title}
        <div className="mt-1.5 mb-3 divide-y divide-(--hair) border-y border-(--hair)">
          {controls.span}
          {controls.repeats}
          {controls.location}
          {controls.maxParticipant}
          {by}
        </div>
        {controls.description}
        <div className="mt-2 border-t border-(--hair)">{controls.more}</div>
        {children}
        <EventTips />
      </div>
      <div className="event-card-part lg:border-x lg:px-5 lg:py-4">
        <SpotsCard typed={values.maxParticipant ?? ""} sheet={spots} />
      </div>
      <div className="event-card-part lg:self-start lg:rounded-b-[20px] lg:border lg:border-t-0 lg:px-5 lg:pb-4">
        {bar}
      </div>
    </div>
  );
}

/** Gives the whole page the hue of the chosen type, header included; paper before. */
function Ground({ type }: { type: string | undefined }) {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (!type) return;
    dataset["hue"] = type;
    return () => void delete dataset["hue"];
  }, [type]);
  return null;
}

/** The event's picture, with the button that opens its sheet. */
function PagePicture({ values, children }: { values: EventDraft; children: ReactNode }) {
  const type = eventTypes.find((each) => each === values.eventType);
  const address = useSettled(asTyped(values.thumbnailUrl ?? ""));
  const url = isPictureAddress(address) ? address : null;
  const sheet = useRef<HTMLDialogElement>(null);
  const error = useFirstError(["thumbnailUrl"]);
  return (
    <div className="relative -mx-4 mt-2 sm:-mx-6 lg:col-start-2 lg:row-start-2 lg:m-0">
      <EventPicture
        type={type ?? "cleanup"}
        url={url}
        first
        className={`h-27 aspect-auto! rounded-ee-[44px] lg:h-57.5 lg:rounded-t-[20px] lg:rounded-ee-none ${type || url ? "" : "opacity-45 grayscale"}`}
      />
      <div className="absolute inset-x-4 bottom-2 flex flex-wrap items-center gap-2 sm:inset-x-6 lg:inset-x-4 lg:bottom-3.5">
        <button
          type="button"
          aria-haspopup="dialog"
          className="btn border-transparent"
          onClick={() => sheet.current?.showModal()}
        >
          <Icon name="image-up" />
          {say(url ? "form.picture.change" : "form.picture.add")}
        </button>
        {error && <span className="rounded-field bg-base-100 px-3 py-1 text-sm font-medium text-error">{error}</span>}
      </div>
      <FieldSheet title={say("form.scene")} sheet={sheet}>
        {children}
      </FieldSheet>
    </div>
  );
}
