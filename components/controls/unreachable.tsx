/** Says at the bottom of the window that the server cannot be reached, while `isSo` is true. */
export function Unreachable({ isSo }: { isSo: boolean }) {
  return (
    <div role="status">
      {isSo ? (
        <p className="fixed inset-x-0 bottom-14 z-20 border-t border-line bg-panel px-4 py-3 text-center text-sm font-medium lg:bottom-0">
          Can’t reach the server. This page reconnects automatically.
        </p>
      ) : null}
    </div>
  );
}
