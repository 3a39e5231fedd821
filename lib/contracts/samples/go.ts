import { doubleQuoted, JAVASCRIPT, literal, type Notation } from "@/lib/contracts/samples/literal";
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
  object: ["map[string]any{", "}"],
  list: ["[]any{", "}"],
  nothing: "nil",
  indent: "\t",
};

/** Returns a request as a Go program with standard packages only. */
export function goSample(request: SampleRequest): string {
  const json = jsonOf(request);
  const form = formOf(request);
  const headers = [
    ...headersOf(request),
    ...(form?.length ? ([["Content-Type", "application/x-www-form-urlencoded"]] as const) : []),
  ];
  const imports = [
    ...(json === undefined ? [] : ["bytes", "encoding/json"]),
    "fmt",
    "io",
    "log",
    "net/http",
    ...(form?.length ? ["net/url"] : []),
    ...(request.isAuthorised ? ["os"] : []),
    ...(form?.length ? ["strings"] : []),
  ];
  const body = form?.length
    ? "strings.NewReader(form.Encode())"
    : json === undefined
      ? "nil"
      : "bytes.NewReader(body)";
  const values = (form ?? []).map(([name, value]) => `\t\t${doubleQuoted(name)}: {${doubleQuoted(value)}},`);
  const lines = [
    "package main",
    "",
    "import (",
    ...imports.map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    ...(json === undefined ? [] : [`\tbody, err := json.Marshal(${literal(json, NOTATION, 1)})`, ...FAILED]),
    ...(form?.length ? ["\tform := url.Values{", ...values, "\t}"] : []),
    `\trequest, err := http.NewRequest("${request.method}", ${doubleQuoted(urlOf(request))}, ${body})`,
    ...FAILED,
    ...(request.isAuthorised
      ? [`\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("${TOKEN_VARIABLE}"))`]
      : []),
    ...headers.map(([name, value]) => `\trequest.Header.Set(${doubleQuoted(name)}, ${doubleQuoted(value)})`),
    "\tresponse, err := http.DefaultClient.Do(request)",
    ...FAILED,
    "\tdefer response.Body.Close()",
    "\ttext, err := io.ReadAll(response.Body)",
    ...FAILED,
    `\tfmt.Println(response.StatusCode, ${request.showsHeaders ? "response.Header, " : ""}string(text))`,
    "}",
    "",
  ];
  return lines.join("\n");
}

const FAILED = ["\tif err != nil {", "\t\tlog.Fatal(err)", "\t}"];
