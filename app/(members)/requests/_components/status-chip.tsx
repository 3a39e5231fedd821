import { Chip } from "@/components/controls/chip";

/** The status of a request's response, by colour: done, refused or failed. */
export function StatusChip({ status }: { status: number }) {
  const color = status < 400 ? "success" : status < 500 ? "warning" : "danger";
  return <Chip color={color}>{String(status)}</Chip>;
}
