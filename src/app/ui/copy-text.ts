/** Copies a text. @returns whether it did: browsers forbid it without https, or by a strict setting */
export const copyText = (text: string): Promise<boolean> =>
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(
      () => true,
      () => false,
    );
