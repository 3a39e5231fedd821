import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { sendTitle, titleOf } from "@/app/_session/page-titles";
import { OneSend } from "@/app/(members)/sends/[id]/_components/one-send";
import { MESSAGES_ENDPOINTS } from "@/app/api/members/messages/endpoints";
import { readBulkSendOperation } from "@/lib/contracts/members/messages";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return titleOf((db, member) => sendTitle(db, member, id), "Send");
}

/** Draws the page of a send. */
export default async function OneSendPage({ params }: Props) {
  const { id } = await params;
  return (
    <FirstReads reads={[firstRead(MESSAGES_ENDPOINTS, readBulkSendOperation, { id })]}>
      <OneSend id={id} />
    </FirstReads>
  );
}
