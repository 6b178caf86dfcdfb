/** Copies a text. @returns whether it did: pages may not where the site has no https, or where a setting is strict */
export const copyText = (text: string): Promise<boolean> =>
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(
      () => true,
      () => false,
    );
