import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { messageTitle, titleOf } from "@/app/_session/page-titles";
import { Message } from "@/app/(members)/messages/[id]/_components/message";
import { MESSAGES_ENDPOINTS } from "@/app/api/members/messages/endpoints";
import { readMessageOperation } from "@/lib/contracts/members/messages";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return titleOf((db, member) => messageTitle(db, member, id), "Message");
}

/** Draws the page of a message. */
export default async function MessagePage({ params }: Props) {
  const { id } = await params;
  return (
    <FirstReads reads={[firstRead(MESSAGES_ENDPOINTS, readMessageOperation, { id })]}>
      <Message id={id} />
    </FirstReads>
  );
}
