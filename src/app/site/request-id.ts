import { createContext, useContext } from "react";

/** The id of the request that this page answers, on the server. It is part of no page but of those that say that something went wrong. */
export const RequestIdContext = createContext<string>("");

const mark = "request-id";

/**
 * The id of the request that failed, which the people who run this find in their log: on the server the request's own, which the page
 * carries in a `<meta>` of this name; in the browser what that says, or what came in place of the data of the next page. Empty for an
 * error that no request of ours has caused.
 * @param data what came with the error
 */
export function useFailedRequest(data: unknown): { id: string; name: string } {
  const own = useContext(RequestIdContext);
  const inPage = () => document.querySelector<HTMLMetaElement>(`meta[name="${mark}"]`)?.content ?? "";
  const id = idIn(data) ?? (typeof document === "undefined" ? own : inPage());
  return { id, name: mark };
}

/** The sentence of the refusal that a page's data met; undefined where it met none of ours. */
export function refusedIn(data: unknown): string | undefined {
  const { code, message } = toldIn(data);
  return typeof code === "string" && typeof message === "string" ? message : undefined;
}

function idIn(data: unknown): string | undefined {
  const { requestId } = toldIn(data);
  return typeof requestId === "string" && /^[\w.-]{1,64}$/.test(requestId) ? requestId : undefined;
}

/** A refusal, whole in a page and as text in place of its data; nothing of what a proxy says in our place. */
function toldIn(data: unknown): Record<string, unknown> {
  try {
    const told: unknown = typeof data === "string" ? JSON.parse(data) : data;
    return typeof told === "object" && told !== null ? { ...told } : {};
  } catch {
    return {};
  }
}
