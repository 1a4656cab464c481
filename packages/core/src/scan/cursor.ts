/** Returns the cursor of a position in a list without gaps, which is 8 big-endian bytes in base64. */
export function cursorOf(position: bigint): string {
  const bytes = position.toString(16).padStart(16, '0').match(/../g) ?? []
  return btoa(String.fromCharCode(...bytes.map(byte => Number.parseInt(byte, 16))))
}

export function positionOf(cursor: string): bigint | undefined {
  if (!/^[A-Za-z\d+/]{11}=$/.test(cursor)) return undefined
  return Array.from(atob(cursor)).reduce((position, byte) => (position << 8n) | BigInt(byte.charCodeAt(0)), 0n)
}
