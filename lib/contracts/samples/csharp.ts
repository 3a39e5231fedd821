import { doubleQuoted, JAVASCRIPT, literal, type Notation } from "@/lib/contracts/samples/literal";
import {
  type Fields,
  formOf,
  jsonOf,
  type SampleRequest,
  TOKEN_VARIABLE,
  urlOf,
} from "@/lib/contracts/samples/sample-request";

const NOTATION: Notation = {
  ...JAVASCRIPT,
  pair: (name) => `[${doubleQuoted(name)}] = `,
  object: ["new Dictionary<string, object?>\n{", "}"],
  list: ["new object?[] {", "}"],
  indent: "    ",
};

/** Returns a request as a C# program without packages. */
export function csharpSample(request: SampleRequest): string {
  const { method, isAuthorised, showsHeaders, headers = [] } = request;
  const json = jsonOf(request);
  const form = formOf(request);
  const address = doubleQuoted(urlOf(request));
  const lines = [
    ...(json === undefined ? [] : ["using System.Net.Http.Json;", ""]),
    "using var client = new HttpClient();",
    ...(isAuthorised
      ? [
          "client.DefaultRequestHeaders.Authorization =",
          `    new("Bearer", Environment.GetEnvironmentVariable("${TOKEN_VARIABLE}"));`,
        ]
      : []),
    ...headers.map(
      ([name, value]) =>
        `client.DefaultRequestHeaders.TryAddWithoutValidation(${doubleQuoted(name)}, ${doubleQuoted(value)});`,
    ),
    ...(json === undefined ? [] : [`var body = JsonContent.Create(${opened(literal(json, NOTATION))});`]),
    ...(form?.length ? [`var body = new FormUrlEncodedContent(${dictionaryOf(form)});`] : []),
    "",
    method === "GET"
      ? `var response = await client.GetAsync(${address});`
      : `var response = await client.PostAsync(${address}, ${json === undefined && !form?.length ? "null" : "body"});`,
    `Console.WriteLine((int)response.StatusCode);`,
    ...(showsHeaders ? ["Console.WriteLine(response.Headers);"] : []),
    "Console.WriteLine(await response.Content.ReadAsStringAsync());",
    "",
  ];
  return lines.join("\n");
}

/** Returns a dictionary of texts. */
function dictionaryOf(form: Fields): string {
  const entries = form.map(([name, value]) => `    [${doubleQuoted(name)}] = ${doubleQuoted(value)},`);
  return ["new Dictionary<string, string>", "{", ...entries, "}"].join("\n");
}

/** Puts the brace of a nested dictionary below its own line. */
function opened(text: string): string {
  return text.replace(/\?>\n\{\n( +)/g, (_, space: string) => `?>\n${space.slice(4)}{\n${space}`);
}
