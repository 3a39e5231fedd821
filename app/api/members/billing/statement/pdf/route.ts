import { drawStatement } from "@/app/api/members/billing/statement/pdf/draw-statement";
import { readStatement } from "@/lib/billing/statements/statement";
import { readStatementPdf } from "@/lib/contracts/members/billing";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** One month's statement as a PDF file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(
    readStatementPdf,
    async ({ db, member: { accountId }, input: { month }, now }) => {
      const { supplier } = env();
      const statement = await readStatement(db, { accountId, month, supplier, isAdmin: false }, now);
      return new Response(new Uint8Array(await drawStatement(statement)), {
        headers: {
          "Content-Type": "application/pdf",
          "Content-Disposition": `attachment; filename="statement-${month}.pdf"`,
          "Cache-Control": "no-store",
        },
      });
    },
    "long",
  ),
});
