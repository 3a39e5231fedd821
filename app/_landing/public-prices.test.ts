import { expect, it } from "vitest";
import { toPublicPrices } from "@/app/_landing/public-prices";

const rate = (callingCode: string, places: string[], price: string) => ({
  callingCode,
  places,
  price,
  templatePrice: null,
  isStandard: false,
});

it("lists prices with GST, at most eight destinations and everywhere else", () => {
  const many = Array.from({ length: 12 }, (_, index) => rate(`9${index}`, [], "0.2"));
  const prices = toPublicPrices([...many, rate("64", ["New Zealand"], "0.1"), rate("*", [], "0.18")]);
  expect(prices).toHaveLength(9);
  expect(prices[0]).toEqual({ callingCode: "64", place: "New Zealand", price: "0.115" });
  expect(prices.at(-1)).toEqual({ callingCode: "*", place: "Everywhere else", price: "0.207" });
});
