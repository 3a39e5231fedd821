/** A gate that holds work until the test opens it. */
export type Gate = { opened: Promise<void>; open: () => void };

/** Returns a closed gate. */
export function closedGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
