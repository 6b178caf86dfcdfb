/** Letters, digits and signs that mean the same with and without percent encoding (RFC 3986, 6.2.2.2). */
const plain = /^[\w.~-]$/;

/**
 * Returns the canonical spelling of an address: '/%75pcoming-events' becomes '/upcoming-events', and necessary percent
 * codes have capital letters. Addresses that do not begin with exactly one slash stay, because browsers read them as
 * another site's.
 */
export function oneSpelling(url: string): string {
  if (!url.includes("%") || !/^\/(?![/\\])/.test(url)) return url;
  return url.replace(/%([0-9a-f]{2})/gi, (written, hex: string) => {
    const sign = String.fromCharCode(parseInt(hex, 16));
    return plain.test(sign) ? sign : written.toUpperCase();
  });
}

/**
 * True if a page was requested in a different spelling, so that the browser must be redirected; calls are answered
 * directly.
 */
export function isElsewhere(method: string | undefined, url: string, spelled: string): boolean {
  return (
    (method === "GET" || method === "HEAD") && pathOf(url) !== pathOf(spelled) && !/^\/api(?:[/?]|$)/.test(spelled)
  );
}

const pathOf = (address: string) => address.split("?", 1)[0];
