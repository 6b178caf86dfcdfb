// Comes first: it declares the order of the layers that the parts' styles are in.
import "./app.css";
import "./ui/controls.css";
import "./ui/spinner.css";
import "./ui/bottom-bar.css";
import "./events/hue.css";
import { useEffect, useRef } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useBlocker, useLocation, useNavigation } from "react-router";
import display from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import sans from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { localeNow, say } from "#messages/say.ts";
import type { Route } from "./+types/root";
import { firebaseOf, mapOf, offersGoogle, originOf, siteTextsOf, visitor } from "./context.ts";
import { useNonce } from "./nonce.ts";
import { Footer } from "./site/footer.tsx";
import { Header } from "./site/header.tsx";
import { ErrorPage } from "./site/error-page.tsx";
import { firebaseMeta } from "./session/identity.ts";
import { SessionProvider } from "./session/session.tsx";
import { type SiteSettings, useSiteSettings } from "./session/site-settings.ts";
import { doEarlyPress, keepPress } from "./ui/early-press.ts";
import { rescueFocus } from "./ui/focus.ts";
import { Notices } from "./ui/notice.tsx";
import { ScrollToTop } from "./ui/scroll-to-top.tsx";
import { toast, Toasts } from "./ui/toast.tsx";

// Inline code before the first paint. It applies the chosen theme (specification 4 'Theme': default light) and marks
// whether a member was here before, with their next event (`next-mark.ts`). So neither the colors nor the log-in link
// flash, and home reserves the right space. It also remembers early presses.
const beforePaint = `try{var e=document.documentElement,d=e.dataset,s=localStorage,n=s.getItem("goodturn.next")||"";
if(s.getItem("theme")==="dark")d.theme="dark";if(s.getItem("goodturn.member")){d.session="maybe";d.next="kept";
if(n)e.style.setProperty("--next-"+n[0],n.slice(1)+"px")}}catch(e){}${keepPress}`;

/** Our public address, for the descriptions of pages, and our settings; neither changes during a visit. */
export const loader = ({ context }: Route.LoaderArgs): SiteSettings => ({
  origin: context.get(originOf),
  mails: context.get(visitor).sendsMail,
  google: context.get(offersGoogle),
  firebase: context.get(firebaseOf),
  map: context.get(mapOf),
  texts: context.get(siteTextsOf),
});

export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = () => [{ title: say("brand.name") }];

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useNonce();
  const firebase = useSiteSettings()?.firebase;
  const isGate = useIsGate();
  return (
    <html lang={localeNow()} data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={`width=device-width, initial-scale=1${isGate ? wholeScreen : ""}`} />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: beforePaint }} />
        {firebase && <meta name={firebaseMeta} content={JSON.stringify(firebase)} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={isGate ? "/gate.webmanifest" : "/manifest.webmanifest"} />
        <link rel="preload" href={sans} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href={display} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body className="flex min-h-dvh flex-col bg-base-200 font-sans text-base-content antialiased">
        <a
          href="#main"
          className="skip-link btn btn-primary fixed start-3 top-3 z-50 -translate-y-24 focus:translate-y-0"
        >
          {say("skip")}
        </a>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  useEffect(doEarlyPress, []);
  // The gate takes the whole screen and needs no session: it works without a network.
  if (useIsGate()) return <Outlet />;
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorPage error={error} />
    </Frame>
  );
}

/** The gate is as high as the space above a keyboard, and goes to the screen's edges when installed. */
const wholeScreen = ", viewport-fit=cover, interactive-widget=resizes-content";

const useIsGate = () => /^\/gate\/?$/.test(useLocation().pathname);

/** Header, the routed content, footer, and the layers above them: specification 2 'Shared layout'. */
function Frame({ children }: { children: React.ReactNode }) {
  useFocusOnArrival();
  useStayWhileOffline();
  return (
    <SessionProvider>
      <BusyBar />
      <Header />
      <main
        id="main"
        tabIndex={-1}
        className="page mx-auto w-full max-w-frame flex-1 px-4 pb-16 outline-none max-sm:pt-2 sm:px-6 sm:pt-3 lg:pt-6"
      >
        {children}
      </main>
      <ScrollToTop />
      <Footer />
      <Toasts />
      <Notices />
    </SessionProvider>
  );
}

/**
 * On a new page, focus stays on the link that led there if it still exists (in the header); otherwise it moves to the
 * content.
 */
function useFocusOnArrival() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== pathname) rescueFocus();
    last.current = pathname;
  }, [pathname]);
}

/** Without a network the next page cannot load: this one stays, with everything typed, and says why. */
function useStayWhileOffline() {
  const blocker = useBlocker(isOffline);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    toast("error", say("network.failed"));
    blocker.reset();
  }, [blocker]);
}

const isOffline = () => !navigator.onLine;

/** A thin line while the next page loads; this page stays readable. */
function BusyBar() {
  const busy = useNavigation().state !== "idle";
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden">
      {busy && (
        <>
          <span className="sr-only">{say("loading")}</span>
          <div className="busy-bar h-full w-1/3 rounded-full bg-accent" />
        </>
      )}
    </div>
  );
}
