import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { Rates } from "@/app/admin/rates/_components/rates";
import { RATES_ENDPOINTS } from "@/app/api/admin/rates/endpoints";
import { listRates } from "@/lib/contracts/admin/rates";

export const metadata: Metadata = { title: "Rates" };

/** Draws the page of prices. */
export default function RatesPage() {
  return (
    <FirstReads reads={[firstRead(RATES_ENDPOINTS, listRates, {})]}>
      <Rates />
    </FirstReads>
  );
}
