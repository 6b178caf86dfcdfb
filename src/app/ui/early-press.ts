/** The last button that was pressed, or form that was sent, before there was script to hear of it. */
type Early = { pressed?: HTMLElement; stop: () => void };

declare global {
  interface Window {
    early?: Early;
  }
}

/**
 * Code for the head of every page: it keeps a press that only script answers until that is there. Links, searches and popovers work by
 * themselves.
 */
export const keepPress = `{const end=new AbortController,early=window.early={stop(){end.abort()}},on={capture:true,signal:end.signal};
addEventListener("click",({target})=>{const button=target.closest?.("button[type=button]:not([popovertarget])");if(button)early.pressed=button},on);
addEventListener("submit",event=>{if(event.target.method==="post"){event.preventDefault();early.pressed=event.target}},on)}`;

/** From here on the page hears by itself. */
export const stopKeepingPress = (): void => window.early?.stop();

/** Does what was pressed, once the page has come to life. */
export function doEarlyPress(): void {
  const pressed = window.early?.pressed;
  delete window.early;
  // It may have gone, such as a form whose draft has taken its place.
  if (!pressed?.isConnected) return;
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
  else pressed.click();
}
