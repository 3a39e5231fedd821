import { openFaces } from "@/app/api/members/billing/statement/pdf/faces";
import {
  drawText,
  MARGIN,
  MUTED,
  moveDown,
  numberPages,
  type Paper,
} from "@/app/api/members/billing/statement/pdf/paper";
import { drawTable } from "@/app/api/members/billing/statement/pdf/table";
import { createTypesetter } from "@/app/api/members/billing/statement/pdf/typesetter";
import { monthName } from "@/components/lists/month-names";
import { formatCount } from "@/components/ui/count";
import { saidDate } from "@/components/ui/said-time";
import { LEDGER_KIND_TITLES } from "@/components/words/ledger-kinds";
import {
  chargeWords,
  STATEMENT_LINE_WORDS,
  statementNotes,
  statementPeriod,
  TAX_INVOICE_WORDS,
} from "@/components/words/statement-words";
import type { Statement } from "@/lib/contracts/members/billing";
import { formatMoney } from "@/lib/money";

/**
 * Draws a statement as a PDF with the words and figures of its page (rules: statements). The statement's
 * length is bounded, and so is the document's.
 */
export async function drawStatement(statement: Statement): Promise<Buffer> {
  // Only this file draws PDFs, so other requests do not load PDFKit.
  const { default: PDFDocument } = await import("pdfkit");
  const sheet = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    lang: "en-NZ",
    displayTitle: true,
    bufferPages: true,
    // Without this PDFKit loads a standard font that is not used here.
    font: null as unknown as string,
    info: { Title: titleOf(statement) },
  });
  const faces = await openFaces(sheet, JSON.stringify(statement));
  const paper = { sheet, type: createTypesetter(sheet, faces) };
  const pieces: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    sheet.on("data", (piece: Buffer) => pieces.push(piece));
    sheet.on("end", () => resolve(Buffer.concat(pieces)));
    sheet.on("error", reject);
  });
  drawHead(paper, statement);
  drawBalances(paper, statement);
  drawCharges(paper, statement);
  drawEntries(paper, statement);
  moveDown(paper, 1.5);
  drawText(paper, statementNotes(statement), { color: MUTED, size: 8 });
  numberPages(paper, titleOf(statement));
  sheet.end();
  return ended;
}

const titleOf = ({ month }: Statement) => `Statement, ${monthName(month)}`;

function drawHead(paper: Paper, statement: Statement): void {
  const { month, supplier, account, isTaxInvoice } = statement;
  drawText(paper, supplier?.name ?? "Messaging Gateway", { isBold: true, size: 11 });
  for (const line of supplier?.address ?? []) drawText(paper, line, { color: MUTED });
  if (supplier?.gstNumber) drawText(paper, `GST number ${supplier.gstNumber}`, { color: MUTED });
  moveDown(paper, 1);
  drawText(paper, titleOf(statement), { isBold: true, size: 18 });
  if (isTaxInvoice) drawText(paper, TAX_INVOICE_WORDS);
  drawText(paper, statementPeriod(month), { color: MUTED });
  moveDown(paper, 1);
  drawText(paper, "To", { color: MUTED });
  drawText(paper, account.name, { isBold: true });
  drawText(paper, account.email, { color: MUTED });
  drawText(paper, `Account number: ${account.id}`);
}

function drawBalances(paper: Paper, { isOpen, opening, closing, lines }: Statement): void {
  drawTable(
    paper,
    [
      { title: "Balance", isWide: true },
      { title: "Quantity", isNumber: true },
      { title: "GST included", isNumber: true },
      { title: "NZ$", isNumber: true },
    ],
    [
      { cells: ["Opening balance", "", "", formatMoney(opening)], isBold: true },
      ...lines.map(({ kind, count, amount, gst }) => ({
        cells: [
          STATEMENT_LINE_WORDS[kind],
          formatCount(count),
          kind === "topup" ? "–" : formatMoney(gst),
          formatMoney(amount),
        ],
      })),
      {
        cells: [isOpen ? "Balance so far" : "Closing balance", "", "", formatMoney(closing)],
        isBold: true,
      },
    ],
  );
}

function drawCharges(paper: Paper, { charges, chargeTotals, chargesOmitted }: Statement): void {
  if (charges.length === 0) return;
  drawTable(
    paper,
    [
      { title: "Charges", isWide: true },
      { title: "Quantity", isNumber: true },
      { title: "Excl. GST", isNumber: true },
      { title: "GST", isNumber: true },
      { title: "Total NZ$", isNumber: true },
    ],
    [
      ...charges.map((charge) => ({
        cells: [
          chargeWords(charge, chargesOmitted),
          formatCount(charge.count),
          ...[charge.net, charge.gst, charge.total].map(formatMoney),
        ],
      })),
      {
        cells: ["Total", "", ...[chargeTotals.net, chargeTotals.gst, chargeTotals.total].map(formatMoney)],
        isBold: true,
      },
    ],
  );
  if (chargesOmitted > 0)
    drawRest(paper, "All rate codes are in Billing, and in the month’s ledger as a CSV file.");
}

function drawEntries(paper: Paper, { entries, entriesOmitted }: Statement): void {
  if (entries.length === 0) return;
  drawTable(
    paper,
    [{ title: "Date" }, { title: "Top-ups and adjustments", isWide: true }, { title: "NZ$", isNumber: true }],
    entries.map(({ at, kind, note, amount }) => ({
      cells: [saidDate(at), note ?? LEDGER_KIND_TITLES[kind].title, formatMoney(amount)],
    })),
  );
  if (entriesOmitted > 0)
    drawRest(paper, `and ${formatCount(entriesOmitted)} more in the month’s ledger as a CSV file.`);
}

/** Draws the note that points to the omitted rows. */
function drawRest(paper: Paper, text: string): void {
  moveDown(paper, 0.5);
  drawText(paper, text, { color: MUTED });
}
