import { kindsOfEntry, type Sums } from "#domain/records/rules.ts";
import type { VolunteerRecord } from "#domain/records/shapes.ts";
import { say } from "#messages/records.ts";

import { Link } from "../addresses.ts";
import { askFile } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { Icon } from "../ui/icon.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.tsx";

/** All hours, and apart whose word they are. */
export function RecordSums({ sums }: { sums: Sums }) {
  const kinds = kindsOfEntry.filter((kind) => kind === "asserted" || sums[kind].events > 0);
  return (
    <dl className="record-sums">
      {(["all", ...kinds] as const).map((kind) => (
        <div key={kind} className="sheet">
          <dd>{say("record.hours", { hours: sums[kind].hours })}</dd>
          <dt>{say(`record.sum.${kind}`)}</dt>
        </div>
      ))}
    </dl>
  );
}

/** The record on paper, and as files for other programs. */
export function RecordFiles({ record: { credentials: _credentials, ...record } }: { record: VolunteerRecord }) {
  function saveJson() {
    saveFile("volunteer-record.json", new Blob([JSON.stringify(record, null, 2)], { type: "application/json" }));
    toast("success", say("record.saved"));
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Link to="/account/record/print" className="btn btn-secondary">
        <Icon name="printer" />
        {say("record.print")}
      </Link>
      <button
        type="button"
        className="btn btn-secondary"
        aria-label={say("record.csv.label")}
        onClick={() => void saveCsv()}
      >
        <Icon name="download" />
        {say("record.csv")}
      </button>
      <button type="button" className="btn btn-secondary" aria-label={say("record.json.label")} onClick={saveJson}>
        <Icon name="download" />
        {say("record.json")}
      </button>
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
