/** The last button pressed, or form sent, before the script could handle it. */
type Early = { pressed?: HTMLElement; stop: () => void };

declare global {
  interface Window {
    early?: Early;
  }
}

/**
 * Inline code for the head of every page: it remembers a press on something that needs script until the script has
 * loaded. Links, searches and popovers work by themselves.
 */
export const keepPress = `{const end=new AbortController,early=window.early={stop(){end.abort()}},on={capture:true,signal:end.signal};
addEventListener("click",({target})=>{const button=target.closest?.("button[type=button]:not([popovertarget])");if(button)early.pressed=button},on);
addEventListener("submit",event=>{if(event.target.method==="post"){event.preventDefault();early.pressed=event.target}},on)}`;

/** Stops remembering once the page handles presses itself. */
export const stopKeepingPress = (): void => window.early?.stop();

/** Repeats the remembered press after hydration. */
export function doEarlyPress(): void {
  const pressed = window.early?.pressed;
  delete window.early;
  // The pressed element may be gone, such as a form that its draft has replaced.
  if (!pressed?.isConnected) return;
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
  else pressed.click();
}
