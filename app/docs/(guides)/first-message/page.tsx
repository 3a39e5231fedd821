import type { Metadata } from "next";
import { baseUrl } from "@/app/docs/_content/base-url";
import { FirstMessage } from "@/app/docs/_content/first-message";
import { readerClientId, readerEmail } from "@/app/docs/_content/reader";

export const metadata: Metadata = { title: "Your first message" };

/** Draws the guide with the reader's host, email address and client ID. */
export default async function FirstMessagePage() {
  const [base, email, clientId] = [await baseUrl(), await readerEmail(), await readerClientId()];
  return <FirstMessage base={base} reader={{ email, clientId }} />;
}
