"use client";

import { type RefObject, useEffect } from "react";

/** How many frames a closing dialog may take to give the focus back to what opened it. */
const PATIENCE_FRAMES = 3;

/**
 * Keeps the focus on the page for those who work by keyboard. When the focused element goes away, such as a
 * deleted row, `refuge` gets the focus. Without that it would go to the very beginning of the page.
 */
export function useKeptFocus(refuge: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    let isWaiting = false;
    const isLost = () => document.activeElement === document.body && last !== null && !last.isConnected;
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const wait = (frames: number) => {
      isWaiting = frames > 0 && isLost();
      if (isWaiting) requestAnimationFrame(() => wait(frames - 1));
      else if (isLost()) refuge.current?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!isWaiting && isLost()) wait(PATIENCE_FRAMES);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", note);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", note);
    };
  }, [refuge]);
}
