/**
 * A `ref` for a field that a press asks for: the field takes the focus when it appears. An inline function would take it back with each drawing.
 */
export const focusOnce = (field: HTMLElement | null): void => field?.focus();

/**
 * Gives focus a place when what had it has gone (a closed dialog's opener, a page that was left, a button): to `next`, or to where
 * the page's content begins. Otherwise keys would start at the top again, and a screen reader would fall silent.
 */
export function rescueFocus(next?: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && !activeElement.matches(":disabled")) return;
  const place = next?.isConnected ? next : document.getElementById("main");
  place?.focus({ preventScroll: true });
}
