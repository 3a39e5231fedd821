import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { Templates } from "@/app/(members)/templates/_components/templates";
import { GET as listTemplatesHandler } from "@/app/api/members/templates/route";
import { listTemplates } from "@/lib/contracts/members/sending/templates";

export const metadata: Metadata = { title: "Templates" };

/** The texts that an account keeps to send again. */
export default function TemplatesPage() {
  return (
    <FirstReads reads={[firstRead(listTemplates, {}, listTemplatesHandler)]}>
      <Templates />
    </FirstReads>
  );
}
