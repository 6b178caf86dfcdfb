import type { ReactNode } from "react";

import { say } from "#messages/say.ts";

import { Drawing } from "./drawing.tsx";

type InPlaceProps = {
  scene: string;
  title: string;
  text: string;
  /** Further text to read; then the drawing is small. */
  more?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
};

/** Replaces a page: the reason, links on, and a drawing. */
export const InPlace = ({ scene, title, text, more, children, below }: InPlaceProps) => (
  <div className="flex max-w-narrow flex-col items-start gap-4">
    <title>{`${title} · ${say("brand.name")}`}</title>
    <h1 className="text-page">{title}</h1>
    <p className="quiet -mt-2 text-lg">{text}</p>
    {more}
    <div className="flex min-h-11 flex-wrap gap-3">{children}</div>
    {below}
    <Drawing
      scene={scene}
      className={`aspect-[16/10] rounded-box border border-base-300 ${more ? "w-48 sm:w-80" : "w-full max-w-md"}`}
    />
  </div>
);
