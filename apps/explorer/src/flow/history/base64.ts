/** Decoded base64. */
export interface Bytes {
  /** The bytes as text, or null for binary data. */
  text: string | null
  /** The base64 string. */
  raw: string
  /** The number of bytes, or 0 if the string is not valid base64. */
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

/** Bytes are text if they are valid UTF-8 without control characters, except for line breaks and tabs. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text && !/[^\P{C}\n\r\t\u200d]/u.test(text) ? text : null
  } catch {
    return null
  }
}
