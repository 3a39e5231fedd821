/**
 * The meanings of networks' errors, by their numbers in MAP, the protocol between mobile networks. Most
 * networks put these numbers into their receipts. A network with other numbers documents them.
 */
export const NETWORK_ERRORS: ReadonlyMap<number, string> = new Map([
  [1, "The network does not know this number."],
  [5, "The network could not find the phone."],
  [6, "The phone is off or out of reach."],
  [8, "The phone is abroad, where it may not receive texts."],
  [9, "This number may not use the network."],
  [10, "This number cannot receive texts."],
  [11, "This number cannot receive texts."],
  [12, "This phone may not use the network."],
  [13, "This number is barred from receiving texts."],
  [21, "The phone or its network cannot receive texts."],
  [27, "The phone is off or out of reach."],
  [31, "The phone was busy with another text."],
  [32, "The phone could not take the text. Its memory may be full."],
  [33, "Too many texts wait for this phone already."],
  [34, "The phone's network has a fault."],
  [35, "The phone's network could not read the request."],
  [36, "The phone's network could not read the request."],
]);

const NUMBER = /^0{0,6}(\d{1,4})$/;

/** Returns the meaning of a network's error in a report; null for null or an unknown number. */
export function networkErrorCause(code: string | null): string | null {
  const number = NUMBER.exec(code ?? "")?.[1];
  return number === undefined ? null : (NETWORK_ERRORS.get(Number(number)) ?? null);
}
