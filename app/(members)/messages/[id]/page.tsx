import type { Metadata } from "next";
import { Message } from "@/app/(members)/messages/[id]/_components/message";

export const metadata: Metadata = { title: "Message" };

/** One message, with its history. */
export default async function MessagePage({ params }: { params: Promise<{ id: string }> }) {
  return <Message id={(await params).id} />;
}
