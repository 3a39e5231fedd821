import { JAVASCRIPT, literal, type Notation, singleQuoted } from "@/lib/contracts/samples/literal";
import {
  formOf,
  headersOf,
  jsonOf,
  type SampleRequest,
  TOKEN_VARIABLE,
  urlOf,
} from "@/lib/contracts/samples/sample-request";

const NOTATION: Notation = {
  ...JAVASCRIPT,
  text: quoted,
  pair: (name) => `${quoted(name)} => `,
  nothing: "nil",
};

/**
 * Returns a text in single quotes. Ruby reads a CR and LF of its source as one LF, so a CR has its own double quotes.
 */
function quoted(text: string): string {
  return text.split("\r").map(singleQuoted).join(' "\\r" ');
}

/** Returns a request as a Ruby program without gems. */
export function rubySample(request: SampleRequest): string {
  const json = jsonOf(request);
  const form = formOf(request);
  const lines = [
    ...(json === undefined ? [] : ["require 'json'"]),
    "require 'net/http'",
    "",
    `uri = URI(${quoted(urlOf(request))})`,
    `request = Net::HTTP::${request.method === "GET" ? "Get" : "Post"}.new(uri)`,
    ...(request.isAuthorised
      ? [`request['Authorization'] = "Bearer #{ENV.fetch('${TOKEN_VARIABLE}')}"`]
      : []),
    ...headersOf(request).map(([name, value]) => `request[${quoted(name)}] = ${quoted(value)}`),
    ...(json === undefined ? [] : [`request.body = JSON.generate(${literal(json, NOTATION)})`]),
    ...(form?.length ? [`request.set_form_data(${literal(Object.fromEntries(form), NOTATION)})`] : []),
    "",
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|",
    "  http.request(request)",
    "end",
    `puts response.code, ${request.showsHeaders ? "response.to_hash, " : ""}response.body`,
    "",
  ];
  return lines.join("\n");
}
