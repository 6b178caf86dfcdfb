/** A `ref` that focuses a field opened by a press, once. An inline function would focus it again at each render. */
export const focusOnce = (field: HTMLElement | null): void => field?.focus();

/**
 * Moves focus when its element has gone (a closed dialog's opener, a page that was left, a button): to `next`, or to
 * the start of the page's content. Otherwise the keyboard would start at the top again, and a screen reader would fall
 * silent.
 */
export function rescueFocus(next?: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && !activeElement.matches(":disabled")) return;
  const place = next?.isConnected ? next : document.getElementById("main");
  place?.focus({ preventScroll: true });
}
