import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import { moreAnswer } from "./event-answers.ts";
import type { EventDraft } from "./event-form.ts";
import { GoodToKnowFields } from "./good-to-know-fields.tsx";
import { PhoneChoice } from "./spots-field.tsx";

/** The fields that few events need, folded away: closed, they show their values in one line. */
export const MoreFields = ({ initial, values }: { initial: EventDraft; values: EventDraft }) => (
  <details className="group border-b border-(--hair)">
    <summary className="flex min-h-12 cursor-pointer items-center gap-2">
      <b className="font-semibold">{say("form.more")}</b>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {moreAnswer(values)}
      </span>
      <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
    </summary>
    <div className="sheet mb-4 flex flex-col gap-5 p-4">
      <PhoneChoice initial={initial.asksPhone} />
      <GoodToKnowFields initial={initial} />
    </div>
  </details>
);
