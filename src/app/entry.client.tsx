import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { NonceContext } from "./nonce.ts";
import { stopKeepingPress } from "./ui/early-press.ts";

// Browsers hide the attribute but keep the property, and React compares the property.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;

// A view transition that the next step overtakes is not an error, but its promises reject, and our code does not hold
// them.
addEventListener("unhandledrejection", (event) => {
  if (
    event.reason instanceof DOMException &&
    event.reason.name === "AbortError" &&
    /transition/i.test(event.reason.message)
  )
    event.preventDefault();
});

startTransition(() => {
  stopKeepingPress();
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <HydratedRouter />
      </NonceContext>
    </StrictMode>,
  );
});
