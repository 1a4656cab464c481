/** A node's base64, read for people. */
export interface Bytes {
  /** What the bytes say, where they are text; else null. */
  text: string | null
  /** As the node sent it. */
  raw: string
  /** How many bytes; 0 for what is no base64. */
  size: number
}

export function readBase64(raw: string): Bytes {
  try {
    const bytes = Uint8Array.from(atob(raw), character => character.charCodeAt(0))
    return { text: textOf(bytes), raw, size: bytes.length }
  } catch {
    return { text: null, raw, size: 0 }
  }
}

/** UTF-8 without control characters is taken for text; line breaks and tabs are fine. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text && !/[^\P{C}\n\r\t\u200d]/u.test(text) ? text : null
  } catch {
    return null
  }
}
