import { type Style, TEXT_SIZE, type Typesetter } from "@/app/api/members/billing/statement/pdf/typesetter";

/** A sheet to draw on. `sheet.y` is the top of the next element. */
export type Paper = { sheet: PDFKit.PDFDocument; type: Typesetter };

// A4 in points.
export const MARGIN = 50;
export const WIDTH = 595.28 - 2 * MARGIN;
export const BOTTOM = 841.89 - MARGIN;
export const GAP = 6;
/** The line height of the pages' font, as a multiple of the text's size. */
const LINE_HEIGHT = 1.3;

export const INK = "#111111";
export const MUTED = "#555555";

/** Writes the page number and the page count on each page when there are several. */
export function numberPages({ sheet, type }: Paper, title: string): void {
  const { count } = sheet.bufferedPageRange();
  const style = { size: 8 };
  for (let page = 0; page < count && count > 1; page++) {
    sheet.switchToPage(page);
    sheet.fillColor(MUTED);
    type.draw(type.lines(`${title}, page ${page + 1} of ${count}`, style), MARGIN, BOTTOM + 2 * GAP, style);
  }
}

/** Leaves a number of lines blank. */
export function moveDown({ sheet }: Paper, lines: number): void {
  sheet.y += lines * TEXT_SIZE * LINE_HEIGHT;
}

/** Draws a text in lines as wide as the page. It begins a new page if the present one is full. */
export function drawText(
  paper: Paper,
  text: string,
  { color = INK, ...style }: Style & { color?: string } = {},
): void {
  const { sheet, type } = paper;
  for (const line of type.lines(text, style, WIDTH)) {
    if (sheet.y + line.height > BOTTOM) sheet.addPage();
    const top = sheet.y;
    sheet.fillColor(color);
    type.draw([line], MARGIN, top, style);
    sheet.y = top + line.height;
  }
}
