import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DownloadCsv } from "@/components/members/download-csv";
import { ShownAccount } from "@/components/members/shown-account";

it.each([
  ["/api/members/messages/export", "/api/members/messages/export?shown-account=7"],
  ["/api/members/inbox/export?tag=vip", "/api/members/inbox/export?tag=vip&amp;shown-account=7"],
])("a page asks for a file of the account that it shows", (href, asked) => {
  const page = (
    <ShownAccount accountId={7}>
      <DownloadCsv href={href} />
    </ShownAccount>
  );
  expect(renderToStaticMarkup(page)).toContain(`href="${asked}"`);
});
