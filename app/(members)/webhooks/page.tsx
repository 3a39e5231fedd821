import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { DELIVERY_LIST } from "@/app/(members)/webhooks/_components/delivery-filter-names";
import { Webhooks } from "@/app/(members)/webhooks/_components/webhooks";
import { WEBHOOKS_ENDPOINTS } from "@/app/api/members/webhooks/endpoints";
import { given } from "@/components/members/given";
import { listFurtherEndpoints } from "@/lib/contracts/members/further-endpoints";
import { type DeliveriesAsked, listDeliveries, readWebhooks } from "@/lib/contracts/members/webhooks";

export const metadata: Metadata = { title: "Webhooks" };

/** Draws the page of webhooks and deliveries. */
export default async function WebhooksPage({ searchParams }: { searchParams: PageSearch }) {
  const asked = given(await searchValues(searchParams, DELIVERY_LIST)) as DeliveriesAsked;
  const reads = [
    firstRead(WEBHOOKS_ENDPOINTS, readWebhooks, {}),
    firstRead(WEBHOOKS_ENDPOINTS, listFurtherEndpoints, {}),
    firstRead(WEBHOOKS_ENDPOINTS, listDeliveries, asked),
  ];
  return (
    <FirstReads reads={reads}>
      <Webhooks />
    </FirstReads>
  );
}
