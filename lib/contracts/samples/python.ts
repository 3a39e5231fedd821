import { doubleQuoted, JAVASCRIPT, literal, type Notation } from "@/lib/contracts/samples/literal";
import {
  formOf,
  jsonOf,
  type SampleRequest,
  TOKEN_VARIABLE,
  urlOf,
} from "@/lib/contracts/samples/sample-request";

const NOTATION: Notation = {
  ...JAVASCRIPT,
  nothing: "None",
  isTrue: "True",
  isFalse: "False",
  indent: "    ",
};

/** Returns a request as a Python program with the package `requests`. */
export function pythonSample(request: SampleRequest): string {
  const { method, isAuthorised, showsHeaders, headers = [] } = request;
  const json = jsonOf(request);
  const form = formOf(request);
  const set = [
    ...(isAuthorised
      ? [`        "Authorization": "Bearer " + os.environ[${doubleQuoted(TOKEN_VARIABLE)}],`]
      : []),
    // The package sets the type of the body.
    ...headers.map(([name, value]) => `        ${doubleQuoted(name)}: ${doubleQuoted(value)},`),
  ];
  const lines = [
    ...(isAuthorised ? ["import os", ""] : []),
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    `    ${doubleQuoted(urlOf(request))},`,
    ...(set.length > 0 ? ["    headers={", ...set, "    },"] : []),
    ...(json === undefined ? [] : [`    json=${literal(json, NOTATION, 1)},`]),
    ...(form?.length ? [`    data=${literal(Object.fromEntries(form), NOTATION, 1)},`] : []),
    "    timeout=30,",
    ")",
    `print(response.status_code, ${showsHeaders ? "response.headers, " : ""}response.text)`,
    "",
  ];
  return lines.join("\n");
}
