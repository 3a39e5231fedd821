"use client";

import { useState } from "react";
import { chosenEndpoint, KINDS } from "@/app/(members)/webhooks/_components/delivery-filters";
import { events } from "@/app/(members)/webhooks/_components/words";
import { noticeSuccess } from "@/components/controls/notice-list";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import {
  countReplay,
  listDeliveries,
  readWebhooks,
  replayWebhooks,
} from "@/lib/contracts/generated/members/webhooks";

const DAY_MS = 24 * 3_600_000;

/** Formats an instant in New Zealand time, to the minute, for a date and time field. */
function nzLocal(at: number): string {
  return new Date(at)
    .toLocaleString("sv-SE", { timeZone: "Pacific/Auckland" })
    .replace(" ", "T")
    .slice(0, 16);
}

/** Asks for the time since which events go out again, and shows their number. */
export function ReplayDialog({
  endpoints,
  onClose,
}: {
  /** The further endpoints. */
  endpoints: readonly { id: string; name: string }[];
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState("");
  const [local, setLocal] = useState(() => nzLocal(Date.now() - DAY_MS));
  const [all, setAll] = useState(false);
  const isWhole = /^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local);
  const { kind, endpoint } = chosenEndpoint(chosen);
  const asked = {
    since: `${local.replace("T", " ")}:00`,
    all,
    ...(kind === "" ? {} : { kind }),
    ...(endpoint === "" ? {} : { endpoint }),
  } as const;
  const count = useMember(countReplay, asked, { enabled: isWhole });
  const replay = useMemberAction(replayWebhooks, {
    changes: [listDeliveries, readWebhooks],
    onDone: ({ replayed }) => noticeSuccess(`Replaying ${events(replayed)}.`),
    close: onClose,
  });
  const found = isWhole && !count.isPlaceholderData ? count.data?.events : undefined;
  return (
    <ConfirmDialog
      title="Replay events"
      question={
        <div className="flex flex-col gap-4">
          <p className="text-sm text-muted">
            Events are sent again with a full set of attempts. Your app may get an event twice: check the
            message ID.
          </p>
          <Field
            label="Since"
            hint="NZ time"
            type="datetime-local"
            value={local}
            onChange={({ target }) => setLocal(target.value)}
          />
          <FilterSelect
            label="Endpoint"
            value={chosen}
            onChange={setChosen}
            options={[
              { value: "", title: "All endpoints" },
              ...KINDS,
              ...endpoints.map(({ id, name }) => ({ value: id, title: name })),
            ]}
          />
          <label className="flex items-start gap-3 text-sm">
            <input
              type="checkbox"
              className="mt-0.5 size-4 accent-accent"
              checked={all}
              onChange={({ target }) => setAll(target.checked)}
            />
            <span>Include delivered events</span>
          </label>
          <p aria-live="polite" className="min-h-6 text-sm">
            {count.error?.message ??
              (found === undefined ? "" : found === 0 ? "No events to replay since then." : "")}
          </p>
        </div>
      }
      confirm={found ? `Replay ${events(found)}` : "Replay"}
      variant="primary"
      isPending={replay.isPending}
      isDisabled={!found}
      onConfirm={() => replay.mutate(asked)}
      onClose={onClose}
    />
  );
}
