import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";

import {
  countMax,
  frameLines,
  heightMax,
  heightMin,
  heightOfList,
  looks,
  sandbox,
  widthMax,
  widthMin,
} from "#domain/embeds/rules.ts";
import { findArea, locatedAt } from "#domain/events/area.ts";
import { askedInWords } from "#domain/events/filter-words.ts";
import { listPath, queryOf } from "#domain/events/rules.ts";
import { listFilter } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/make-embed";
import { Link, useNavigate } from "../addresses.ts";
import { countOf, embedAddress, lookOf } from "../embeds/embed-address.ts";
import { orRefusal, visitor } from "../context.ts";
import { pageMeta } from "../page-meta.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { useDark } from "../site/theme-switch.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Field, FieldFrame } from "../ui/field.tsx";
import { toast } from "../ui/toast.tsx";

import "../embeds/maker.css";

/** The list's filter, which is chosen on the list itself, as a query and in words. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const filter = { ...listFilter(new URL(request.url).searchParams), cursor: undefined };
  const ctx = context.get(visitor);
  const wanted = locatedAt(filter, await orRefusal(context, findArea(ctx, filter)));
  return { filter: queryOf(filter), words: askedInWords(wanted, ctx.now.toISOString().slice(0, 10)) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    path: "/embed/make",
    title: say("make_embed.title"),
    description: say("make_embed.description"),
  });

/** The wait for the next letter before showing it, in milliseconds. */
const pause = 300;

/**
 * Makes a frame with a list for another site. The address holds every choice, so the page works without script and can
 * be shared; with script, the frame follows typing and choosing.
 */
export default function MakeEmbed({ loaderData: { filter, words } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const origin = useSiteSettings()?.origin ?? "";
  const count = countOf(query);
  const chosen = lookOf(query);
  const address = embedAddress(filter, count, chosen);
  const isDark = useDark();
  // The theme 'as the reader has set' shows this page's own theme here: a frame of another theme than its surroundings
  // has no transparent corners.
  const look = chosen === "auto" ? (isDark ? "dark" : "light") : chosen;
  const shown = embedAddress(filter, count, look);
  const width = sizeOf(query.get("width"), widthMin, widthMax);
  const height = sizeOf(query.get("height"), heightMin, heightMax);
  const size = {
    width: width === null ? "100%" : String(width),
    height: String(height ?? heightOfList(count, width)),
  };
  const title = say("upcoming.title");
  const name = `${title} · ${say("brand.name")}`;
  const lines = frameLines({ address: origin + address, title: name, look: chosen, ...size });
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-page">{say("make_embed.title")}</h1>
        <p className="quiet max-w-[66ch] text-lg">{say("make_embed.lead")}</p>
      </div>
      <div className="embed-maker grid grid-cols-1 items-start gap-7 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] md:grid-rows-[auto_1fr] lg:gap-x-10">
        <Wishes query={query} filter={filter} words={words} height={heightOfList(count, width)} />
        {/* Comes first, so that on a phone it is not below a long list. */}
        <Lines lines={lines} />
        <section aria-labelledby="preview" className="md:col-start-2 md:row-span-2 md:row-start-1">
          <h2 id="preview" className="mb-3 text-part">
            {say("make_embed.preview")}
          </h2>
          {/* A new frame for each address: navigating the existing one would add a step of the history. */}
          <Preview
            key={shown}
            src={shown}
            title={title}
            {...size}
            isFitted={height === null}
            className={`block max-w-full ${look === "dark" ? "scheme-dark" : "scheme-light"}`}
          />
        </section>
      </div>
    </div>
  );
}

/**
 * The preview. If no height is typed it ends with its content, because an empty space below would look like an error.
 */
function Preview({ isFitted, title, ...attributes }: ComponentProps<"iframe"> & { isFitted: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [end, setEnd] = useState<number>();

  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const measure = () => {
      const main = current.contentDocument?.querySelector("main");
      setEnd(main ? Math.ceil(main.getBoundingClientRect().bottom) : undefined);
    };
    measure();
    current.addEventListener("load", measure);
    const sizes = new ResizeObserver(measure);
    sizes.observe(current);
    return () => {
      current.removeEventListener("load", measure);
      sizes.disconnect();
    };
  }, []);

  return (
    <div className="overflow-clip" style={isFitted && end ? { height: end } : undefined}>
      <iframe ref={frame} title={title} sandbox={sandbox} {...attributes} />
    </div>
  );
}

type WishesProps = {
  query: URLSearchParams;
  filter: string;
  words: string;
  /** The height if none is typed. */
  height: number;
};

/** The choices, as a form that leads back here. */
function Wishes({ query, filter, words, height }: WishesProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const count = countOf(query);

  function show(wait: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const chosen = [...new FormData(form.current ?? undefined)].filter(([, value]) => value !== "");
      const asked = new URLSearchParams(chosen as [string, string][]);
      void navigate(`/embed/make?${asked.toString()}`, { replace: true, preventScrollReset: true });
    }, wait);
  }

  return (
    <form
      ref={form}
      action="/embed/make"
      aria-labelledby="wishes"
      onInput={() => show(pause)}
      onSubmit={(event) => {
        event.preventDefault();
        show(0);
      }}
    >
      <h2 id="wishes" className="mb-3 text-part">
        {say("make_embed.wishes")}
      </h2>
      <div className="sheet @container grid grid-cols-1 gap-5 p-5 lg:p-6">
        <div>
          <p className="wrap-anywhere">{words ? say("make_embed.shows", { words }) : say("make_embed.shows_all")}</p>
          <Link
            to={listPath(filter)}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {say("make_embed.more")}
          </Link>
          {[...new URLSearchParams(filter)].map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
        </div>
        <div className="grid grid-cols-1 items-start gap-x-4 gap-y-5 @min-[26rem]:grid-cols-2">
          <Field
            name="count"
            type="number"
            inputMode="numeric"
            label={say("make_embed.count")}
            defaultValue={count}
            min={1}
            max={countMax}
          />
          <FieldFrame name="theme" label={say("make_embed.look")}>
            {(control) => (
              <select {...control} defaultValue={lookOf(query)} className="select w-full">
                {looks.map((look) => (
                  <option key={look} value={look}>
                    {say(`make_embed.look.${look}`)}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
        </div>
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
          <Field
            name="width"
            type="number"
            inputMode="numeric"
            label={say("make_embed.width")}
            hint={say("make_embed.width.hint", { min: widthMin })}
            defaultValue={query.get("width") ?? ""}
            placeholder="100%"
            min={widthMin}
            max={widthMax}
          />
          <Field
            name="height"
            type="number"
            inputMode="numeric"
            label={say("make_embed.height")}
            hint={say("make_embed.height.hint", { height })}
            defaultValue={query.get("height") ?? ""}
            placeholder={String(height)}
            min={heightMin}
            max={heightMax}
          />
        </div>
        <noscript>
          <button type="submit" className="btn btn-primary w-full">
            {say("make_embed.show")}
          </button>
        </noscript>
      </div>
    </form>
  );
}

/** The lines to paste, as one piece. */
function Lines({ lines }: { lines: string }) {
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="mb-3 text-part">
        {say("make_embed.lines")}
      </h2>
      <div className="lines flex items-center gap-1 p-1.5">
        <textarea
          readOnly
          className="h-11 min-w-0 flex-1 p-3"
          rows={1}
          wrap="off"
          dir="ltr"
          spellCheck={false}
          aria-labelledby="lines"
          value={lines}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton
          text={() => lines}
          done={say("make_embed.copied")}
          look="btn-primary"
          onRefused={() => toast("error", say("make_embed.not_copied"))}
        >
          {say("make_embed.copy")}
        </CopyButton>
      </div>
      <p className="quiet mt-2 text-sm">{say("make_embed.oembed")}</p>
    </section>
  );
}

/** A typed size, kept within a frame's limits; null if there is none. */
function sizeOf(typed: string | null, min: number, max: number): number | null {
  const size = Number(typed);
  return typed && Number.isInteger(size) ? Math.min(Math.max(size, min), max) : null;
}
