import { useState } from "react";

import type { HostOverview } from "#domain/hosting/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { momentOf } from "./moment.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { taskName } from "./task-name.ts";

type LateTask = HostOverview["tasks"][number];
type Deed = "retry" | "drop";

/** Tasks that were given up, have failed or are late, each with the possible actions. */
export function LateTasks({ tasks, onChanged }: { tasks: LateTask[]; onChanged: () => void }) {
  const [asking, setAsking] = useState<{ task: LateTask; deed: Deed } | null>(null);
  return (
    <>
      <ul className="sheet divide-y divide-base-300">
        {tasks.map((task) => (
          <li key={task.id} className="flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:px-6">
            <div className="min-w-0 flex-1">
              <p className="font-semibold break-words">{taskName(task.kind)}</p>
              <p className="quiet flex flex-wrap gap-x-4 text-sm">
                {task.member && (
                  <Link
                    to={`/host/members/${task.member._id}`}
                    dir="auto"
                    className="-my-3 py-3 underline underline-offset-4"
                  >
                    {say("host.task.for", { name: task.member.name })}
                  </Link>
                )}
                <span>
                  {task.failedAt
                    ? say("host.task.failed", { date: momentOf(task.failedAt) })
                    : say("host.task.due", { date: momentOf(task.runAt) })}
                </span>
                {task.attempts > 1 && <span>{say("host.task.tries", { count: task.attempts })}</span>}
              </p>
              {task.reason && <p className="mt-1 text-sm wrap-anywhere">{task.reason}</p>}
            </div>
            <div className="flex gap-2">
              {(["retry", "drop"] as const).map((deed) =>
                // A task that is merely late runs as soon as there is capacity.
                deed === "retry" && !task.failedAt && !task.reason ? null : (
                  <button
                    key={deed}
                    type="button"
                    className="btn flex-1 sm:flex-none"
                    aria-label={say("host.task.of", { deed: say(`host.task.${deed}`), kind: nameOf(task) })}
                    onClick={() => setAsking({ task, deed })}
                  >
                    {say(`host.task.${deed}`)}
                  </button>
                ),
              )}
            </div>
          </li>
        ))}
      </ul>
      {asking && <TaskDialog {...asking} onDone={onChanged} onClose={() => setAsking(null)} />}
    </>
  );
}

/** A name that distinguishes the task from others of its kind. */
const nameOf = ({ kind, member }: LateTask) =>
  [taskName(kind), ...(member ? [say("host.task.for", { name: member.name })] : [])].join(". ");

type TaskDialogProps = { task: LateTask; deed: Deed; onDone: () => void; onClose: () => void };

function TaskDialog({ task, deed, onDone, onClose }: TaskDialogProps) {
  return (
    <ReasonDialog
      title={say(`host.task.${deed}.title`)}
      text={say(`host.task.${deed}.text`)}
      submit={say(`host.task.${deed}`)}
      done={say(`host.task.${deed}.done`)}
      danger={deed === "drop"}
      name={`host.task.${deed}.${task.id}`}
      act={(reason) =>
        ask((api) => {
          const call = { param: { id: task.id }, json: { reason } };
          return deed === "retry" ? api.host.tasks[":id"].retry.$post(call) : api.host.tasks[":id"].drop.$post(call);
        })
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}
