import type { Metadata } from "next";
import { Networks } from "@/app/admin/networks/_components/networks";

export const metadata: Metadata = { title: "Networks" };

/** The ways into mobile networks, and which messages go where. */
export default function NetworksPage() {
  return <Networks />;
}
