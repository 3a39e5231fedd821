import { wellFormed } from "@/lib/contracts/samples/literal";
import {
  formOf,
  headersOf,
  jsonOf,
  type SampleRequest,
  TOKEN_VARIABLE,
  urlOf,
} from "@/lib/contracts/samples/sample-request";

/** Characters without a meaning to a shell. */
const PLAIN = /^[\w@%+=:,./~-]+$/;

/** Characters without a meaning in double quotes. */
const PLAIN_IN_QUOTES = /^[^"$`\\!\n\r]*$/;

/** Returns a request as a command for a POSIX shell. */
export function curlSample(request: SampleRequest): string {
  const { method, isAuthorised, showsHeaders } = request;
  const json = jsonOf(request);
  const form = formOf(request);
  const address = urlOf(request);
  const lines = [
    `curl ${showsHeaders ? "-i " : ""}${PLAIN.test(address) ? address : quoted(address)}`,
    ...(method === "POST" && json === undefined && !form?.length ? ["-X POST"] : []),
    ...(isAuthorised ? [`-H "Authorization: Bearer $${TOKEN_VARIABLE}"`] : []),
    ...headersOf(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(form ?? []).map(
      ([name, value]) => `--data-urlencode ${quoted(`${encodeURIComponent(name)}=${value}`)}`,
    ),
    ...(json === undefined
      ? []
      : [`-d ${singleQuotedArgument(JSON.stringify(json, null, 2).replaceAll("\n", "\n  "))}`]),
  ];
  return lines.join(" \\\n  ");
}

/**
 * Returns an argument in double quotes if no character of it has a meaning in them. Windows reads double quotes too.
 */
function quoted(text: string): string {
  return PLAIN_IN_QUOTES.test(text) ? `"${wellFormed(text)}"` : singleQuotedArgument(text);
}

/** Returns an argument in single quotes. In single quotes a shell keeps every character except a single quote. */
function singleQuotedArgument(text: string): string {
  return `'${wellFormed(text).replaceAll("'", "'\\''")}'`;
}
