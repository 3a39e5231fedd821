import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { People } from "@/app/(members)/people/_components/people";
import { PEOPLE_ENDPOINTS } from "@/app/api/members/people/endpoints";
import { listPeople } from "@/lib/contracts/members/people/people";

export const metadata: Metadata = { title: "People" };

/** Draws the page of people and invitations. */
export default function PeoplePage() {
  return (
    <FirstReads reads={[firstRead(PEOPLE_ENDPOINTS, listPeople, {})]}>
      <People />
    </FirstReads>
  );
}
