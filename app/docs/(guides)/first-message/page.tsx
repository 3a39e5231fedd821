import type { Metadata } from "next";
import { baseUrl } from "@/app/docs/_content/base-url";
import { FirstMessage } from "@/app/docs/_content/first-message";
import { readerClientId, readerEmail } from "@/app/docs/_content/reader";

export const metadata: Metadata = { title: "Your first message" };

/** The guide with the host, the email address and the client ID of who reads it. */
export default async function FirstMessagePage() {
  const [base, email, clientId] = [await baseUrl(), await readerEmail(), await readerClientId()];
  return <FirstMessage base={base} reader={{ email, clientId }} />;
}
