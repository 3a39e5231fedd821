import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { Conversation } from "@/app/(members)/inbox/[number]/_components/conversation";
import { INBOX_ENDPOINTS } from "@/app/api/members/inbox/endpoints";
import { TEMPLATES_ENDPOINTS } from "@/app/api/members/templates/endpoints";
import { given } from "@/components/members/given";
import { listConversationTags } from "@/lib/contracts/members/conversation-tags";
import { readConversationOperation } from "@/lib/contracts/members/inbox";
import { listTemplates } from "@/lib/contracts/members/sending/templates";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

type Props = { params: Promise<{ number: string }>; searchParams: PageSearch };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { number } = await params;
  return { title: `Conversation with ${writtenNumber(decoded(number))}` };
}

/** Draws the page of messages from and to one number. */
export default async function ConversationPage({ params, searchParams }: Props) {
  const number = decoded((await params).number);
  const asked = given({ number, ...(await searchValues(searchParams, ["before", "after"])) });
  return (
    <FirstReads
      reads={[
        firstRead(INBOX_ENDPOINTS, readConversationOperation, asked),
        firstRead(INBOX_ENDPOINTS, listConversationTags, {}),
        firstRead(TEMPLATES_ENDPOINTS, listTemplates, {}),
      ]}
    >
      <Conversation number={number} />
    </FirstReads>
  );
}

/** Decodes a piece of an address. An invalid piece is returned unchanged. */
function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
