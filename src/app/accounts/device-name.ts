import { say } from "#messages/accounts-own.ts";

// In this order: Edge, Opera and Samsung's call themselves Chrome too, and Chrome calls itself Safari.
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

/** 'Chrome on Android', from the browser's own name for itself when it logged in. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? say("own.device.browser");
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1] ?? say("own.device.system");
  return say("own.device", { browser, system });
}
