import { createContext, useContext } from "react";

/** The id of the request that rendered this page, on the server. Only error pages contain it. */
export const RequestIdContext = createContext<string>("");

const mark = "request-id";

/**
 * The id of the failed request, which hosts find in their log. On the server it is the id of the page's own request,
 * repeated in a `<meta>` of this name; in the browser it comes from that, or from the failed data of the next page.
 * Empty for an error without a request to our server.
 * @param data the data that came with the error
 */
export function useFailedRequest(data: unknown): { id: string; name: string } {
  const own = useContext(RequestIdContext);
  const inPage = () => document.querySelector<HTMLMetaElement>(`meta[name="${mark}"]`)?.content ?? "";
  const id = idIn(data) ?? (typeof document === "undefined" ? own : inPage());
  return { id, name: mark };
}

/** The sentence of the refusal of a page's data; undefined if it is not one of ours. */
export function refusedIn(data: unknown): string | undefined {
  const { code, message } = toldIn(data);
  return typeof code === "string" && typeof message === "string" ? message : undefined;
}

function idIn(data: unknown): string | undefined {
  const { requestId } = toldIn(data);
  return typeof requestId === "string" && /^[\w.-]{1,64}$/.test(requestId) ? requestId : undefined;
}

/** The data of a refusal: an object in a page, or text in place of the data. A proxy's own answer is ignored. */
function toldIn(data: unknown): Record<string, unknown> {
  try {
    const told: unknown = typeof data === "string" ? JSON.parse(data) : data;
    return typeof told === "object" && told !== null ? { ...told } : {};
  } catch {
    return {};
  }
}
