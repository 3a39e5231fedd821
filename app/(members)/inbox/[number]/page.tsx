import type { Metadata } from "next";
import { Suspense } from "react";
import { Conversation } from "@/app/(members)/inbox/[number]/_components/conversation";
import { LoadingRows } from "@/components/ui/states";

export const metadata: Metadata = { title: "Conversation" };

/** The messages from and to one number. */
export default async function ConversationPage({ params }: { params: Promise<{ number: string }> }) {
  const { number } = await params;
  return (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <Conversation number={decoded(number)} />
    </Suspense>
  );
}

/** Decodes a piece of an address. A piece that does not decode stays as it is. */
function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
