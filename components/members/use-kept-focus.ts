"use client";

import { type RefObject, useEffect } from "react";

/** So many frames a closing dialogue may take to give the focus back where it came from. */
const PATIENCE_FRAMES = 3;

/**
 * Keeps who works by keyboard on the page: when what had the focus goes away, a row that was deleted say, the focus
 * goes to `refuge` instead of the very beginning.
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
