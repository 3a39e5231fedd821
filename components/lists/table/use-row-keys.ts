import { type RefObject, useEffect } from "react";
import { takesShortcut } from "@/components/keyboard/takes-shortcut";

const LINK = "a[data-row-link]";

/** Elements that handle a click themselves. */
const OWN_CLICK = "a, button, input, label, select, summary, [role=button]";

/** The step of each key. The arrows apply only while a row has the focus: elsewhere they scroll the page. */
const STEPS: Record<string, 1 | -1> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/**
 * Follows a click anywhere in a row of a list, and moves between rows by j and k or the arrows. The focus is
 * on the row's link, so that Enter opens it. A row without a link has the focus on its checkbox.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const rows = list.current;
    if (!rows) return;
    let before = "";
    const onKey = (event: KeyboardEvent) => {
      // After g, a key opens a page.
      const isSecond = before === "g";
      before = event.key;
      if (event.key === "x" && !isSecond && takesShortcut(event)) return chooseRow(rows);
      const step = isSecond ? undefined : STEPS[event.key];
      const isArrow = event.key.startsWith("Arrow");
      if (step === undefined || (isArrow && !rows.contains(document.activeElement))) return;
      if (!takesShortcut(event, isArrow)) return;
      const stops = [...rows.children].flatMap(
        (row) => row.querySelector<HTMLElement>(LINK) ?? choiceOf(row) ?? [],
      );
      const at = stops.findIndex((stop) => stop.closest("tr, li")?.contains(document.activeElement));
      const next = stops[at < 0 ? 0 : at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener("keydown", onKey);
    rows.addEventListener("click", followRow);
    rows.addEventListener("auxclick", followRow);
    return () => {
      document.removeEventListener("keydown", onKey);
      rows.removeEventListener("click", followRow);
      rows.removeEventListener("auxclick", followRow);
    };
  }, [list]);
}

/** Toggles the selection of the focused row. */
function chooseRow(rows: HTMLElement): void {
  const row = document.activeElement?.closest("tr, li");
  if (row && rows.contains(row)) choiceOf(row)?.click();
}

function choiceOf(row: Element): HTMLElement | null {
  return row.querySelector("input[type=checkbox]");
}

/** Follows a row's link: in this tab, or in a new tab for Ctrl, Cmd or the middle button. */
function followRow(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey, button } = event;
  if (!(target instanceof Element) || button > 1 || event.defaultPrevented) return;
  if (target.closest(OWN_CLICK) || document.getSelection()?.isCollapsed === false) return;
  const link = target.closest("tr, li")?.querySelector(LINK);
  const isNewTab = ctrlKey || button === 1;
  const click = { bubbles: true, cancelable: true, ctrlKey: isNewTab, metaKey, shiftKey };
  link?.dispatchEvent(new MouseEvent("click", click));
}
