import {
  BOTTOM,
  GAP,
  INK,
  MARGIN,
  MUTED,
  moveDown,
  type Paper,
  WIDTH,
} from "@/app/api/members/billing/statement/pdf/paper";
import type { Style } from "@/app/api/members/billing/statement/pdf/typesetter";

/** A column is as wide as its content. The wide column of a table gets the remaining width. */
export type Column = { title: string; isWide?: boolean; isNumber?: boolean };
export type Row = { cells: readonly string[]; isBold?: boolean; color?: string };

const NARROWEST = 70;
const LINE = "#bbbbbb";

/** Draws a table. It repeats the titles on each page, and keeps each row on one page. */
export function drawTable(paper: Paper, columns: readonly Column[], rows: readonly Row[]): void {
  const { sheet } = paper;
  moveDown(paper, 1.5);
  const titles = { cells: columns.map(({ title }) => title), color: MUTED };
  const table = { columns, spaces: spacesOf(paper, columns, [titles, ...rows]) };
  if (sheet.y + 3 * extentOf(paper, table, titles).height > BOTTOM) sheet.addPage();
  drawRow(paper, table, titles);
  for (const row of rows) {
    if (sheet.y + extentOf(paper, table, row).height > BOTTOM) {
      sheet.addPage();
      drawRow(paper, table, titles);
    }
    drawRow(paper, table, row);
  }
}

/** The width of a column, and the part of it right of the decimal points. */
type Space = { width: number; decimals: number };
type Table = { columns: readonly Column[]; spaces: readonly Space[] };

function drawRow(paper: Paper, table: Table, row: Row): void {
  const { sheet, type } = paper;
  const { cells, isBold = false, color = INK } = row;
  const top = sheet.y;
  const { ascent, height } = extentOf(paper, table, row);
  const bottom = top + height;
  sheet.fillColor(color);
  let left = MARGIN;
  for (const [index, { isNumber = false }] of table.columns.entries()) {
    const { width, decimals } = table.spaces[index] ?? { width: 0, decimals: 0 };
    const cell = cells[index] ?? "";
    // The cells of a row share a baseline, whichever font is the tallest.
    const draw = (text: string, style: Style, x: number, within?: number) => {
      const lines = type.lines(text, style, within);
      type.draw(lines, x, top + GAP + ascent - (lines[0]?.ascent ?? 0), style);
    };
    if (isNumber && isAmount(cell)) {
      const style = { isBold, isNumber };
      const [whole] = partsOf(cell);
      draw(cell, style, left + width - decimals - widthOf(paper, whole, style));
    } else {
      const style = { isBold };
      draw(cell, style, isNumber ? left + width - widthOf(paper, cell, style) : left, width - GAP);
    }
    left += width;
  }
  sheet
    .moveTo(MARGIN, bottom)
    .lineTo(MARGIN + WIDTH, bottom)
    .lineWidth(0.5)
    .stroke(LINE);
  sheet.y = bottom;
}

const isAmount = (cell: string) => /^[−–$\d]/.test(cell);

/** Splits a number before its decimal point, so that all points of a column align. */
function partsOf(cell: string): [whole: string, fraction: string] {
  const point = cell.indexOf(".");
  return point === -1 ? [cell, ""] : [cell.slice(0, point), cell.slice(point)];
}

function widthOf({ type }: Paper, text: string, style: Style): number {
  return Math.max(0, ...type.lines(text, style).map(({ width }) => width));
}

/** Measures the columns with the wider of the two fonts, because a number is never broken. */
function spacesOf(paper: Paper, columns: readonly Column[], rows: readonly Row[]): Space[] {
  const measured = columns.map(({ isWide = false, isNumber = false }, index) => {
    if (isWide) return { width: 0, decimals: 0 };
    const cells = rows.map((row) => row.cells[index] ?? "");
    const style = { isBold: true };
    if (!isNumber) return { width: widest(paper, cells, style) + 3 * GAP, decimals: 0 };
    const amounts = cells.filter(isAmount).map(partsOf);
    const ofAmount = { isBold: true, isNumber };
    const decimals = widest(
      paper,
      amounts.map(([, fraction]) => fraction),
      ofAmount,
    );
    const wholes = widest(
      paper,
      amounts.map(([whole]) => whole),
      ofAmount,
    );
    const titles = widest(
      paper,
      cells.filter((cell) => !isAmount(cell)),
      style,
    );
    return { width: Math.max(NARROWEST, titles + 3 * GAP, wholes + decimals + 3 * GAP), decimals };
  });
  const left = WIDTH - measured.reduce((sum, { width }) => sum + width, 0);
  return measured.map(({ width, decimals }) => ({ width: width || left, decimals }));
}

function widest(paper: Paper, texts: readonly string[], style: Style): number {
  return Math.max(0, ...texts.map((text) => widthOf(paper, text, style)));
}

/** Measures a row whose cells wrap: its height, and the ascent of its first line. */
function extentOf(
  { type }: Paper,
  { spaces }: Table,
  { cells, isBold = false }: Row,
): { ascent: number; height: number } {
  const laid = spaces.map(({ width }, index) => type.lines(cells[index] ?? "", { isBold }, width - GAP));
  const ascent = Math.max(...laid.map(([first]) => first?.ascent ?? 0));
  const heights = laid.map(
    (lines) => lines.reduce((sum, { height }) => sum + height, 0) + ascent - (lines[0]?.ascent ?? 0),
  );
  return { ascent, height: Math.max(...heights) + 2 * GAP };
}
