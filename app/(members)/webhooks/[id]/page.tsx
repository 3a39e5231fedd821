import type { Metadata } from "next";
import { Delivery } from "@/app/(members)/webhooks/[id]/_components/delivery";

export const metadata: Metadata = { title: "Delivery" };

/** One webhook delivery. */
export default async function DeliveryPage({ params }: { params: Promise<{ id: string }> }) {
  return <Delivery id={(await params).id} />;
}
