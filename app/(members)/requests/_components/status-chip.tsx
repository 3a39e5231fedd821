import { Chip } from "@/components/controls/chip";

/** Draws the status of a request's response, coloured by outcome: done, refused or failed. */
export function StatusChip({ status }: { status: number }) {
  const color = status < 400 ? "success" : status < 500 ? "warning" : "danger";
  return <Chip color={color}>{String(status)}</Chip>;
}
