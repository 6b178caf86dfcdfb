import { kindsOfEntry, type Sums } from "#domain/records/rules.ts";
import type { VolunteerRecord } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { askFile } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { Icon } from "../ui/icon.tsx";
import { fromMenu } from "../ui/more-menu.tsx";
import { PopoverMenu } from "../ui/popover-menu.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.tsx";

/** The provable hours and all hours, with their sources in small print below, unless there is only one. */
export function RecordSums({ sums }: { sums: Sums }) {
  const kinds = kindsOfEntry.filter((kind) => sums[kind].events > 0);
  const [only] = kinds;
  const isOneKind = kinds.length === 1 && only !== undefined;
  const provable = sums.asserted.hours + sums.second.hours;
  const isAll = provable === sums.all.hours;
  const all = isOneKind ? say(`record.sum.all.${only}`) : say(isAll ? "record.sum.all.provable" : "record.sum.all");
  return (
    <section className="sheet record-sums px-4.5 py-3.5">
      <p className="flex flex-wrap items-baseline gap-x-4">
        {/* The same number twice would be confusing. */}
        {provable > 0 && !isAll && <Figure hours={provable} text={say("record.sum.provable")} />}
        <Figure hours={sums.all.hours} text={all} />
      </p>
      {!isOneKind && (
        <ul className="quiet mt-1 flex flex-wrap gap-x-4 text-[0.9375rem]">
          {kinds.map((kind) => (
            <li key={kind}>
              {say("record.sum.of", { hours: hoursOf(sums[kind].hours), kind: say(`record.sum.${kind}`) })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const hoursOf = (hours: number) => say("record.hours", { hours });

const Figure = ({ hours, text }: { hours: number; text: string }) => (
  <span>
    <strong>{hoursOf(hours)}</strong> {text}
  </span>
);

/** The record on paper, and as files for other programs, behind one button. */
export function RecordFiles({ record: { credentials: _credentials, ...record } }: { record: VolunteerRecord }) {
  function saveJson() {
    saveFile("volunteer-record.json", new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }));
    toast("success", say("record.saved"));
  }
  return (
    <div>
      <PopoverMenu
        id="record-download"
        at="button"
        className="btn"
        button={
          <>
            <Icon name="download" />
            {say("record.download")}
          </>
        }
      >
        <div className="more-menu">
          <Link to="/account/record/print">
            <Icon name="printer" />
            {say("record.print")}
          </Link>
          <button type="button" onClick={fromMenu(() => void saveCsv())}>
            <Icon name="download" />
            {say("record.csv")}
          </button>
          <button type="button" onClick={fromMenu(saveJson)}>
            <Icon name="download" />
            {say("record.json")}
          </button>
        </div>
      </PopoverMenu>
    </div>
  );
}

async function saveCsv() {
  try {
    saveFile("volunteer-record.csv", await askFile((api) => api.account["record.csv"].$get({})));
    toast("success", say("record.saved"));
  } catch (error) {
    refused(error);
  }
}
