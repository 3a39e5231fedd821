import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { CONTACT_LIST } from "@/app/(members)/contacts/_components/contact-filter-names";
import { Contacts } from "@/app/(members)/contacts/_components/contacts";
import { CONTACTS_ENDPOINTS } from "@/app/api/members/contacts/endpoints";
import { given } from "@/components/members/given";
import { listContactLists } from "@/lib/contracts/members/contacts/contact-lists";
import { type ContactOrder, listContactsOperation } from "@/lib/contracts/members/contacts/contacts";

export const metadata: Metadata = { title: "Contacts" };

/** Draws the page of contacts and lists. */
export default async function ContactsPage({ searchParams }: { searchParams: PageSearch }) {
  const { order, ...values } = await searchValues(searchParams, CONTACT_LIST);
  const asked = given({ ...values, order: order as ContactOrder });
  return (
    <FirstReads
      reads={[
        firstRead(CONTACTS_ENDPOINTS, listContactLists, {}),
        firstRead(CONTACTS_ENDPOINTS, listContactsOperation, asked),
      ]}
    >
      <Contacts />
    </FirstReads>
  );
}
