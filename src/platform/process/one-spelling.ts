/** Letters, digits and signs that mean the same with and without a percent sign (RFC 3986, 6.2.2.2). */
const plain = /^[\w.~-]$/;

/**
 * An address in the spelling that all of ours have: '/%75pcoming-events' is '/upcoming-events', and what has to be written with a percent
 * sign has large letters. Addresses that do not begin with one slash stay: browsers read them as another site's.
 */
export function oneSpelling(url: string): string {
  if (!url.includes("%") || !/^\/(?![/\\])/.test(url)) return url;
  return url.replace(/%([0-9a-f]{2})/gi, (written, hex: string) => {
    const sign = String.fromCharCode(parseInt(hex, 16));
    return plain.test(sign) ? sign : written.toUpperCase();
  });
}

/** Whether a page was asked for in another spelling, and the browser has to be led to the one; calls are answered as they are. */
export function isElsewhere(method: string | undefined, url: string, spelled: string): boolean {
  return (
    (method === "GET" || method === "HEAD") && pathOf(url) !== pathOf(spelled) && !/^\/api(?:[/?]|$)/.test(spelled)
  );
}

const pathOf = (address: string) => address.split("?", 1)[0];
