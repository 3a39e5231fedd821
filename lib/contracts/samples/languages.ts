import { csharpSample } from "@/lib/contracts/samples/csharp";
import { curlSample } from "@/lib/contracts/samples/curl";
import { goSample } from "@/lib/contracts/samples/go";
import type { Language } from "@/lib/contracts/samples/language-names";
import { nodeSample } from "@/lib/contracts/samples/node";
import { phpSample } from "@/lib/contracts/samples/php";
import { pythonSample } from "@/lib/contracts/samples/python";
import { rubySample } from "@/lib/contracts/samples/ruby";
import type { SampleRequest } from "@/lib/contracts/samples/sample-request";

const SAMPLES: Readonly<Record<Language, (request: SampleRequest) => string>> = {
  curl: curlSample,
  node: nodeSample,
  python: pythonSample,
  php: phpSample,
  csharp: csharpSample,
  go: goSample,
  ruby: rubySample,
};

/** Returns code that sends a request and prints the response. Every value in it stays the same. */
export function sampleIn(language: Language, request: SampleRequest): string {
  return SAMPLES[language](request);
}
