import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { Templates } from "@/app/(members)/templates/_components/templates";
import { TEMPLATES_ENDPOINTS } from "@/app/api/members/templates/endpoints";
import { listTemplates } from "@/lib/contracts/members/sending/templates";

export const metadata: Metadata = { title: "Templates" };

/** Draws the page of templates. */
export default function TemplatesPage() {
  return (
    <FirstReads reads={[firstRead(TEMPLATES_ENDPOINTS, listTemplates, {})]}>
      <Templates />
    </FirstReads>
  );
}
