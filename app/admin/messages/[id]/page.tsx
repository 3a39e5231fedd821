import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { AnyMessage } from "@/app/admin/messages/[id]/_components/any-message";
import { MESSAGES_ENDPOINTS } from "@/app/api/admin/messages/endpoints";
import { readAnyMessage } from "@/lib/contracts/admin/messages";

export const metadata: Metadata = { title: "Message of an account" };

/** Draws the page of a message of any account. */
export default async function AnyMessagePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <FirstReads reads={[firstRead(MESSAGES_ENDPOINTS, readAnyMessage, { id })]}>
      <AnyMessage id={id} />
    </FirstReads>
  );
}
