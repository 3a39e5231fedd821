import { expect, it } from "vitest";
import { signUpOperation } from "@/lib/contracts/members/account";
import { countries } from "@/lib/numbers/countries";

it("lists every country by its name, as an account may have it", () => {
  const list = countries();
  expect(list[0]).toEqual({ code: "NZ", name: "New Zealand" });
  expect(list).toContainEqual({ code: "AU", name: "Australia" });
  expect(list.length).toBeGreaterThan(200);
  const { country } = signUpOperation.request.shape;
  expect(list.filter(({ code, name }) => !country.safeParse(code).success || name === code)).toEqual([]);
});
