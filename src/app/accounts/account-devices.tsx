import { dateOf } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { type Device, post } from "../session/auth-call.ts";
import { rescueFocus } from "../ui/focus.ts";
import { toast } from "../ui/toast.tsx";
import { AccountSection } from "./account-section.tsx";
import { deviceName } from "./device-name.ts";
import { useDeed } from "../session/use-deed.ts";

/** The devices on which the member is logged in, with buttons to log them out. */
export function AccountDevices({ devices, onChanged }: { devices: Device[]; onChanged: () => void }) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

  const { doing, run } = useDeed(async (call: string, body: { id?: string }, done: string) => {
    await post(call, body);
    toast("success", done);
    onChanged();
    rescueFocus();
  });

  return (
    <AccountSection
      title={say("own.devices")}
      value={say("own.devices.count", { count: devices.length })}
      text={say("own.devices.text")}
    >
      <ul className="flex flex-col divide-y divide-base-300">
        {devices.map((device) => {
          const name = deviceName(device.browser ?? "");
          return (
            <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              <div className="min-w-0">
                <p className="font-semibold">{name}</p>
                <p className="quiet text-sm break-words">
                  {[
                    device.current
                      ? say("own.device.current")
                      : say("own.device.seen", { date: dateOf(new Date(device.lastSeen), timeZone) }),
                    device.address,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
              </div>
              {!device.current && (
                <button
                  type="button"
                  className="btn"
                  aria-label={say("own.device.end_of", { device: name })}
                  aria-disabled={doing?.[1].id === device.id || undefined}
                  onClick={() => run("revoke-session", { id: device.id }, say("own.device.ended", { device: name }))}
                >
                  {say("own.device.end")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-col items-start gap-2">
        <button
          type="button"
          className="btn"
          aria-describedby="end-others"
          aria-disabled={doing !== null || undefined}
          onClick={() => run("revoke-other-sessions", {}, say("own.devices.ended"))}
        >
          {say("own.devices.end")}
        </button>
        <p id="end-others" className="quiet text-sm">
          {say("own.devices.end.text")}
        </p>
      </div>
    </AccountSection>
  );
}
