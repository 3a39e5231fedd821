import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { signedInMember } from "@/app/_session/signed-in-member";
import { Places } from "@/app/admin/_components/places";
import { MembersFrame } from "@/components/members/members-frame";
import { Providers } from "@/components/members/providers";

/** The frame of Administration. For anybody but administrators there is no such place. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const member = await signedInMember();
  if (!member.isAdmin) notFound();
  return (
    <Providers>
      <MembersFrame name={member.name} isAdmin>
        <Places />
        {children}
      </MembersFrame>
    </Providers>
  );
}
