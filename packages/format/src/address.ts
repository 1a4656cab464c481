/** Shortens an address such as `into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07` to `into1htj0…4xqt07`. */
export function shortenAddress(text: string, head = 9, tail = 6): string {
  return text.length > head + tail + 1 ? `${text.slice(0, head)}…${text.slice(-tail)}` : text
}
