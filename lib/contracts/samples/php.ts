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
  object: ["[", "]"],
  emptyObject: "new stdClass()",
  indent: "    ",
};

/** Returns a request as a PHP program with the extension `curl`. */
export function phpSample(request: SampleRequest): string {
  const json = jsonOf(request);
  const form = formOf(request);
  const headers = [
    ...(request.isAuthorised ? [`        'Authorization: Bearer ' . getenv('${TOKEN_VARIABLE}'),`] : []),
    ...headersOf(request).map(([name, value]) => `        ${singleQuoted(`${name}: ${value}`)},`),
  ];
  const lines = [
    "<?php",
    `$request = curl_init(${singleQuoted(urlOf(request))});`,
    "curl_setopt_array($request, [",
    "    CURLOPT_RETURNTRANSFER => true,",
    ...(request.showsHeaders ? ["    CURLOPT_HEADER => true,"] : []),
    ...(request.method === "POST" ? ["    CURLOPT_POST => true,"] : []),
    ...(headers.length > 0 ? ["    CURLOPT_HTTPHEADER => [", ...headers, "    ],"] : []),
    ...(json === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${literal(json, NOTATION, 1)}),`]),
    ...(form?.length
      ? [`    CURLOPT_POSTFIELDS => http_build_query(${literal(Object.fromEntries(form), NOTATION, 1)}),`]
      : []),
    "]);",
    "$body = curl_exec($request);",
    "echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $body, PHP_EOL;",
    "",
  ];
  return lines.join("\n");
}
