import Link from "next/link";
import { Text, Word } from "@/components/docs/guide";

/**
 * Where the samples of a page take their token from.
 * @param clientId the client ID of the reader's newest key, where somebody is signed in who has one.
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
