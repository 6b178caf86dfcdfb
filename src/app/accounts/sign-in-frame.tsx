import type { ReactNode } from "react";
import { useLocation } from "react-router";

import { say } from "#messages/accounts.ts";

import { type Address, Link } from "../addresses.ts";
import { returnAddress } from "../session/return-address.ts";
import { GoogleButton } from "./google-button.tsx";

type AccountScreenProps = {
  title: string;
  lead: string;
  /** The words on Google's button. */
  google: string;
  other: { question: string; link: string; to: Address };
  children: ReactNode;
};

/** The frame that logging in and registering share: specification 2 'Login' and 'Register'. */
export function SignInFrame({ title, lead, google, other, children }: AccountScreenProps) {
  const { state } = useLocation();
  return (
    <div className="mx-auto grid w-full max-w-4xl items-stretch overflow-hidden rounded-box border border-base-300 bg-base-100 md:grid-cols-2">
      <div className="flex flex-col gap-5 p-5 sm:p-8">
        <div>
          <h1 className="text-page">{title}</h1>
          <p className="quiet text-lg">{lead}</p>
        </div>
        <noscript>
          <p className="rounded-field bg-secondary p-3 text-secondary-content">{say("noscript.members")}</p>
        </noscript>
        {children}
        <div className="divider my-0 text-sm">{say("or")}</div>
        <GoogleButton returnAddress={useReturnAddress()}>{google}</GoogleButton>
        <p className="text-center">
          {other.question}{" "}
          <Link
            to={other.to}
            state={state}
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            {other.link}
          </Link>
        </p>
      </div>
      <div className="picture hidden bg-[url(/scenes/hero.svg)] bg-cover bg-[position:61%_50%] md:block" />
    </div>
  );
}

/** Where to go after logging in: back to what was asked for, within this site, or home (specification 2 'Routes'). */
export function useReturnAddress(): Address {
  const { from } = (useLocation().state ?? {}) as { from?: unknown };
  return returnAddress(from);
}
