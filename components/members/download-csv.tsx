"use client";

import { Download } from "lucide-react";
import { useFileAddress } from "@/components/members/shown-account";

/** A link to a list as a CSV file, of the account that the page shows. */
export function DownloadCsv({ href, isSmall = false }: { href: string; isSmall?: boolean }) {
  const address = useFileAddress(href);
  return (
    <a className={`button button--outline ${isSmall ? "button--sm" : ""}`} href={address} download>
      <Download aria-hidden="true" size={isSmall ? 15 : 16} />
      Download CSV
    </a>
  );
}
