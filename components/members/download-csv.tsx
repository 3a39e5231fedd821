"use client";

import { Download } from "lucide-react";
import { useFileAddress } from "@/components/members/shown-account";

/** Draws a link that downloads a list of the shown account as a CSV file. */
export function DownloadCsv({ href, isSmall = false }: { href: string; isSmall?: boolean }) {
  const address = useFileAddress(href);
  return (
    <a className={`button button--outline ${isSmall ? "button--sm" : ""}`} href={address} download>
      <Download aria-hidden="true" size={isSmall ? 15 : 16} />
      Download CSV
    </a>
  );
}
