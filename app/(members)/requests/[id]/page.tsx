import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { requestTitle, titleOf } from "@/app/_session/page-titles";
import { RequestPage } from "@/app/(members)/requests/[id]/_components/request-page";
import { REQUESTS_ENDPOINTS } from "@/app/api/members/requests/endpoints";
import { readRequestOperation } from "@/lib/contracts/members/requests";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return titleOf((db, member) => requestTitle(db, member, id), "Request");
}

/** Draws the page of an API request. */
export default async function OneRequestPage({ params }: Props) {
  const { id } = await params;
  return (
    <FirstReads reads={[firstRead(REQUESTS_ENDPOINTS, readRequestOperation, { id })]}>
      <RequestPage id={id} />
    </FirstReads>
  );
}
