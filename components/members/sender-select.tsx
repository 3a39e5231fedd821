import { FilterSelect } from "@/components/lists/filter-field";
import type { SettingsRecord } from "@/lib/contracts/members/settings";

/** Draws the choice of an account's sender from the senders that it may use. Null means the default. */
export function SenderSelect({
  label,
  chosen,
  senders,
  own,
  onChoose,
}: {
  label: string;
  chosen: number | null;
  senders: SettingsRecord["senders"];
  /** The note for a number that belongs to this account alone. */
  own: string;
  onChoose: (id: number | null) => void;
}) {
  const isGone = chosen !== null && !senders.some(({ id }) => id === chosen);
  return (
    <FilterSelect
      label={label}
      value={String(chosen ?? "")}
      onChange={(value) => onChoose(value === "" ? null : Number(value))}
      options={[
        { value: "", title: "Default" },
        ...(isGone ? [{ value: String(chosen), title: "No longer available" }] : []),
        ...senders.map((sender) => ({
          value: String(sender.id),
          title: `${sender.number} (${sender.own ? own : "shared"})`,
        })),
      ]}
    />
  );
}
