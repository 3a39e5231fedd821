import type { Metadata } from "next";
import { deliveryTitle, titleOf } from "@/app/_session/page-titles";
import { Delivery } from "@/app/(members)/webhooks/[id]/_components/delivery";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return titleOf((db, member) => deliveryTitle(db, member, id), "Delivery");
}

/** One webhook delivery. */
export default async function DeliveryPage({ params }: Props) {
  return <Delivery id={(await params).id} />;
}
