import { say } from "#messages/say.ts";

// In this order: Edge, Opera and Samsung's also call themselves Chrome, and Chrome calls itself Safari.
const browsers = [
  [/Edg/, "Edge"],
  [/OPR/, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
] as const;
const systems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;

/** A name such as 'Chrome on Android', from the user agent at log-in. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? say("own.device.browser");
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1] ?? say("own.device.system");
  return say("own.device", { browser, system });
}
