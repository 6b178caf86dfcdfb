import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

import { NonceContext } from "./nonce.ts";
import { stopKeepingPress } from "./ui/early-press.ts";

// Browsers hide the attribute but keep the property, and React compares the property.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;

// A view transition that the next one interrupts is not an error, but it rejects promises that our code cannot catch.
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
