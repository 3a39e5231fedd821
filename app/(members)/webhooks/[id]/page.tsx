import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { deliveryTitle, titleOf } from "@/app/_session/page-titles";
import { Delivery } from "@/app/(members)/webhooks/[id]/_components/delivery";
import { WEBHOOKS_ENDPOINTS } from "@/app/api/members/webhooks/endpoints";
import { readDelivery } from "@/lib/contracts/members/webhooks";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return titleOf((db, member) => deliveryTitle(db, member, id), "Delivery");
}

/** Draws the page of a webhook delivery. */
export default async function DeliveryPage({ params }: Props) {
  const { id } = await params;
  return (
    <FirstReads reads={[firstRead(WEBHOOKS_ENDPOINTS, readDelivery, { id })]}>
      <Delivery id={id} />
    </FirstReads>
  );
}
