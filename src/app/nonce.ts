import { createContext, useContext } from "react";

/**
 * The nonce of this document, for React: on the server from the request's context, in the browser from the document's
 * own scripts. It is never part of the data that a page is hydrated with.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = (): string | undefined => useContext(NonceContext);
