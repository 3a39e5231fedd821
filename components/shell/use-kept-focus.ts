"use client";

import { type RefObject, useEffect } from "react";

/** The number of frames that a closing dialog may take to return the focus. */
const PATIENCE_FRAMES = 3;

/**
 * Keeps the focus on the page for people who use the keyboard. If the focused element is removed, such as a
 * deleted row, `refuge` gets the focus. Otherwise the focus would go to the beginning of the page.
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
