import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { Places } from "@/app/admin/_components/places";
import { MembersFrame } from "@/components/members/members-frame";
import { Providers } from "@/components/members/providers";
import { findMember } from "@/lib/accounts/member";
import { db } from "@/lib/db/client";
import { readSession } from "@/lib/http/session";

/** The frame of administration: for administrators there is such a place, for others there is none. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const claims = await readSession((await headers()).get("cookie"));
  const member = claims && (await findMember(db(), claims));
  if (!member) redirect("/sign-in");
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
