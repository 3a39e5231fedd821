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
  text: singleQuoted,
  pair: (name) => `${singleQuoted(name)} => `,
  nothing: "nil",
};

/** A request as a program of Ruby without gems. */
export function rubySample(request: SampleRequest): string {
  const json = jsonOf(request);
  const form = formOf(request);
  const lines = [
    ...(json === undefined ? [] : ["require 'json'"]),
    "require 'net/http'",
    "",
    `uri = URI(${singleQuoted(urlOf(request))})`,
    `request = Net::HTTP::${request.method === "GET" ? "Get" : "Post"}.new(uri)`,
    ...(request.isAuthorised
      ? [`request['Authorization'] = "Bearer #{ENV.fetch('${TOKEN_VARIABLE}')}"`]
      : []),
    ...headersOf(request).map(([name, value]) => `request[${singleQuoted(name)}] = ${singleQuoted(value)}`),
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
