import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LandingLinks } from "@/app/_landing/landing-links";

const linksOf = (signupOpen: boolean) =>
  [...renderToStaticMarkup(<LandingLinks signupOpen={signupOpen} />).matchAll(/href="([^"]+)"/g)].map(
    ([, href]) => href,
  );

it("leads to a new account where anybody may make one, and there alone", () => {
  expect(linksOf(false)).toEqual(["/docs", "/sign-in"]);
  expect(linksOf(true)).toEqual(["/docs", "/sign-in", "/sign-up"]);
});
