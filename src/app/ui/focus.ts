/**
 * For the `ref` of what is asked for by a press: focus goes there once, when it has come. A function made anew with each drawing would call
 * it back from every other field.
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
