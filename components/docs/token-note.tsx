import Link from "next/link";
import { Text, Word } from "@/components/docs/guide";

/**
 * Draws the note about the token in the samples of a page.
 * @param clientId the client ID of the reader's newest key. Null if the reader is not signed in or has no
 * key.
 */
export function TokenNote({ clientId }: { clientId: string | null }) {
  return (
    <Text>
      The samples read an access token from the environment variable <Word>TOKEN</Word>.{" "}
      <Link href="/docs/first-message#token" className="font-medium text-accent underline underline-offset-4">
        Get a token
      </Link>
      {clientId === null ? null : (
        <>
          {" "}
          with your newest API key, <Word>{clientId}</Word>
        </>
      )}
      .
    </Text>
  );
}
