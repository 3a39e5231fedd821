/** Draws an account's number, by which its provider finds it. */
export function AccountNumber({ accountId }: { accountId: number }) {
  return (
    <>
      Account number: <span className="font-medium tabular-nums">{accountId}</span>
    </>
  );
}
