import { expect, test as base } from "@playwright/test";

type Fixtures = {
  /**
   * Addresses whose failure is part of the journey: their errors in the browser's console are expected. It is one
   * expression, because Playwright takes a list of two for a value and its options.
   */
  expectedFailures: [] | [RegExp];
  quietConsole: void;
  dialogsBegin: void;
};

/**
 * A journey: a real browser on the built server. An error in the console fails it, and so does a dialog whose title is
 * out of view.
 */
export const test = base.extend<Fixtures>({
  expectedFailures: [[], { option: true }],
  quietConsole: [
    async ({ page, expectedFailures }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        const { url } = message.location();
        if (message.type() === "error" && !expectedFailures.some((failure) => failure.test(url))) {
          errors.push(`${message.text()} (${url})`);
        }
      });
      await use();
      expect(errors, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
  dialogsBegin: [
    async ({ page }, use) => {
      const wrong: string[] = [];
      await page.exposeBinding("dialogBegan", (_, fault: string) => void wrong.push(fault));
      await page.addInitScript(watchDialogs);
      await use();
      expect(wrong, "dialogs whose title is out of view, or that scroll, at opening").toEqual([]);
    },
    { auto: true },
  ],
});

/** Reports each dialog that opens with its title out of view, or with content that scrolls on a screen of 740 px. */
function watchDialogs() {
  const began = (window as unknown as { dialogBegan: (fault: string) => void }).dialogBegan;
  const show = Object.getOwnPropertyDescriptor(HTMLDialogElement.prototype, "showModal")?.value as () => void;
  HTMLDialogElement.prototype.showModal = function open() {
    show.call(this);
    let scrolls = false;
    // Before anything is typed: what follows from it may take more room.
    requestAnimationFrame(() => {
      const parts = [this, this.querySelector(".dialog-body")];
      scrolls = parts.some((part) => part && part.scrollHeight > part.clientHeight + 1);
    });
    // After its animation and what moves its focus.
    setTimeout(() => {
      const title = this.querySelector("h2");
      if (!this.open || !title) return;
      const { top, bottom } = title.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) began(`${title.textContent}: out of view`);
      // A mail can be of any length.
      if (title.textContent === "Preview of your message") return;
      if (scrolls && innerHeight >= 720) began(`${title.textContent}: scrolls at ${innerWidth}x${innerHeight}`);
    }, 400);
  };
}
