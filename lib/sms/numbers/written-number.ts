/** A New Zealand mobile: the country code, two digits of the network and 6 to 8 more. It is read without tables. */
const NZ_MOBILE = /^64(2\d)(\d{6,8})$/;

/** Where the digits behind `02X` are parted, by how many they are. */
const FIRST_HALF: Record<number, number> = { 6: 3, 7: 3, 8: 4 };

/**
 * A number as people in New Zealand write it: `64215551781` is `021 555 1781`. Other digits are shown with a plus
 * sign, and whatever is no number as it is.
 */
export function writtenNumber(msisdn: string): string {
  const [, network, digits] = NZ_MOBILE.exec(msisdn) ?? [];
  if (network !== undefined && digits !== undefined) {
    const half = FIRST_HALF[digits.length];
    return `0${network} ${digits.slice(0, half)} ${digits.slice(half)}`;
  }
  return /^[1-9]\d{6,14}$/.test(msisdn) ? `+${msisdn}` : msisdn;
}
