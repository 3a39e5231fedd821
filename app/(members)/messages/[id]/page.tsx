import type { Metadata } from "next";
import { messageTitle, titleOf } from "@/app/_session/page-titles";
import { Message } from "@/app/(members)/messages/[id]/_components/message";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return titleOf((db, member) => messageTitle(db, member, id), "Message");
}

/** One message, with its history. */
export default async function MessagePage({ params }: Props) {
  return <Message id={(await params).id} />;
}
