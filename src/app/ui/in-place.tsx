import type { ReactNode } from "react";

import { say } from "#messages/say.ts";

import { Drawing } from "./drawing.tsx";

type InPlaceProps = {
  scene: string;
  title: string;
  text: string;
  /** Further text to read; the drawing leaves space for it. */
  more?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
};

/** Replaces a page: a drawing, the reason, and links on. */
export const InPlace = ({ scene, title, text, more, children, below }: InPlaceProps) => (
  <div className="centered mx-auto flex max-w-xl flex-col items-center gap-5 py-8 text-center">
    <title>{`${title} · ${say("brand.name")}`}</title>
    <Drawing
      scene={scene}
      className={`aspect-[16/10] rounded-box border border-base-300 ${more ? "w-48 sm:w-80" : "w-full max-w-md"}`}
    />
    <h1 className="text-page">{title}</h1>
    <p className="quiet -mt-2 text-lg text-balance">{text}</p>
    {more}
    <div className="flex min-h-11 flex-wrap justify-center gap-3">{children}</div>
    {below}
  </div>
);
