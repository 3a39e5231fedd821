"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";

/**
 * A dialog of the browser's own, open for as long as it is on the page. The browser keeps the focus in it, closes it
 * by Escape, and gives the focus back. A click beside it closes it too.
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
  // Closed before it leaves the page: the browser gives the focus back only then.
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
