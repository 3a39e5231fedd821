"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";

/**
 * Draws a native dialog, which is open while it is on the page. The browser keeps the focus in it, closes it
 * on Escape, and returns the focus. A click outside closes it too.
 */
export function Modal({
  label,
  className,
  onClose,
  children,
}: {
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The dialog must close before it leaves the page: otherwise the browser does not return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser's key for the same is Escape.
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
      className={`overscroll-contain border border-line bg-panel p-0 text-ink backdrop:bg-black/50 ${className}`}
    >
      {children}
    </dialog>
  );
}
