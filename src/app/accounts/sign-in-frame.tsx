import type { ReactNode } from "react";
import { useLocation } from "react-router";

import { say } from "#messages/say.ts";

import { type Address, Link } from "../addresses.ts";
import { lampsOf } from "../ui/drawing.tsx";
import type { WayIn } from "./use-way-in.ts";

type SignInFrameProps = {
  title: string;
  lead: string;
  wayIn: WayIn;
  /** The other ways to log in, unless the form shows them itself. */
  others?: ReactNode;
  /** The link to the other of the two screens. */
  other: { question: string; link: string; to: Address };
  children: ReactNode;
};

/** The frame that logging in and registering share: specification 2 'Login' and 'Register'. */
export function SignInFrame({ title, lead, wayIn, others, other, children }: SignInFrameProps) {
  const { state } = useLocation();
  // The member is already leaving this page.
  if (wayIn.isIn) return null;
  return (
    <SceneFrame
      title={title}
      lead={lead}
      above={
        wayIn.why && (
          <p className="rounded-field bg-secondary px-4 py-3 text-secondary-content">
            {wayIn.why}
            <strong dir="auto" className="block break-words empty:hidden">
              {wayIn.title}
            </strong>
          </p>
        )
      }
    >
      {children}
      {others && (
        <>
          <Or />
          {others}
        </>
      )}
      <p className="-mb-2 text-center">
        {other.question}{" "}
        <Link
          to={other.to}
          state={state}
          // Replaces the step, so that one step back leads to the page the reader came from.
          replace
          className="inline-flex min-h-11 min-w-11 items-center font-semibold text-primary underline underline-offset-4"
        >
          {other.link}
        </Link>
      </p>
    </SceneFrame>
  );
}

/** Separates the form from the other ways to log in. */
export const Or = () => (
  <p className="flex items-center gap-4 text-sm">
    <span className="flex-1 border-t border-base-300" />
    {say("or")}
    <span className="flex-1 border-t border-base-300" />
  </p>
);

type SceneFrameProps = { title: string; lead: string; above?: ReactNode; children: ReactNode };

/** A form on a sheet, beside a picture if there is space. */
export function SceneFrame({ title, lead, above, children }: SceneFrameProps) {
  return (
    <div className="sheet mx-auto grid w-full max-w-4xl items-stretch overflow-hidden max-sm:mt-1 md:min-h-120 md:grid-cols-[3fr_2fr]">
      <div className="flex flex-col justify-center gap-3 p-5 sm:px-8">
        {above}
        <div>
          <h1 className="text-page">{title}</h1>
          <p className="quiet text-lg">{lead}</p>
        </div>
        <noscript>
          <p className="rounded-field bg-secondary p-3 text-secondary-content">{say("noscript.members")}</p>
        </noscript>
        {children}
      </div>
      <div
        data-sky="day"
        style={lampsOf("hero")}
        // On wide screens, the picture is scaled so that no person in it is cut off.
        className="picture hidden bg-[url(/scenes/hero.svg)] [--at:61%_50%] md:block lg:[--at:62.5%_73%] lg:[--zoom:60.5rem]"
      />
    </div>
  );
}
