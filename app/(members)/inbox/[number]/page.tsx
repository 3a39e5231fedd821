import type { Metadata } from "next";
import { Suspense } from "react";
import { Conversation } from "@/app/(members)/inbox/[number]/_components/conversation";
import { LoadingRows } from "@/components/ui/states";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

type Props = { params: Promise<{ number: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { number } = await params;
  return { title: `Conversation with ${writtenNumber(decoded(number))}` };
}

/** The messages from and to one number. */
export default async function ConversationPage({ params }: Props) {
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
