import { useEffect } from "react";

/** Elements whose copied text differs from their shown text. */
const SHOWN = "[data-copied-as]";

/**
 * Copies numbers and times in the API's form, alone or among other text. A part of a number or time is copied
 * as shown.
 */
export function useExactCopies(): void {
  useEffect(() => {
    document.addEventListener("copy", copyExactly);
    return () => document.removeEventListener("copy", copyExactly);
  }, []);
}

function copyExactly(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (!event.clipboardData || !selection || selection.isCollapsed || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  const texts = [...document.querySelectorAll<HTMLElement>(SHOWN)].flatMap(({ firstChild, dataset }) =>
    firstChild instanceof Text && isWithin(firstChild, range)
      ? [{ node: firstChild, shown: firstChild.data, exact: dataset.copiedAs ?? "" }]
      : [],
  );
  if (texts.length === 0 || !anchorNode || !focusNode) return;
  // Only the browser knows the lines and tabs of a selection. The texts are exchanged while the browser
  // copies it.
  for (const { node, exact } of texts) {
    const isStart = node === range.startContainer;
    const isEnd = node === range.endContainer;
    node.data = exact;
    if (isStart) range.setStart(node, 0);
    if (isEnd) range.setEnd(node, exact.length);
  }
  event.clipboardData.setData("text/plain", selection.toString());
  event.preventDefault();
  for (const { node, shown } of texts) node.data = shown;
  selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
}

function isWithin(text: Text, range: Range): boolean {
  const own = document.createRange();
  own.selectNodeContents(text);
  return (
    range.compareBoundaryPoints(Range.START_TO_START, own) <= 0 &&
    range.compareBoundaryPoints(Range.END_TO_END, own) >= 0
  );
}
