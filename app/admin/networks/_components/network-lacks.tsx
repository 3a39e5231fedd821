import type { NetworkRecord } from "@/lib/contracts/admin/networks";

const LACKS = {
  senders: "It has no senders, so it can’t send messages.",
  route: "No route leads to it.",
} as const;

/** What has to be set up before a network gets messages; null where nothing is missing. */
export function NetworkLacks({ lacks }: Pick<NetworkRecord, "lacks">) {
  if (lacks.length === 0) return null;
  return (
    <p className="text-sm text-muted">
      {lacks.map((lack) => LACKS[lack]).join(" ")} Set this up with “Edit routes”.
    </p>
  );
}
