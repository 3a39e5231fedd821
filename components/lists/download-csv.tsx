import { Download } from "lucide-react";

/** A link to a list as a CSV file. */
export function DownloadCsv({ href, isSmall = false }: { href: string; isSmall?: boolean }) {
  return (
    <a className={`button button--outline ${isSmall ? "button--sm" : ""}`} href={href} download>
      <Download aria-hidden="true" size={isSmall ? 15 : 16} />
      Download CSV
    </a>
  );
}
