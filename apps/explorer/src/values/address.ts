/** Whether a text has the format of a bech32 address. The checksum is not verified. */
export function isAddress(text: string): boolean {
  return /^[a-z]{2,20}1[02-9ac-hj-np-z]{38,90}$/.test(text)
}

/** Splits a text into strings and addresses, so that a page can display each address with a link and a copy button. */
export function splitAddresses(text: string): (string | { address: string })[] {
  return text
    .split(/\b([a-z]{2,20}1[02-9ac-hj-np-z]{38,90})\b/)
    .map((part, index) => (index % 2 ? { address: part } : part))
}
