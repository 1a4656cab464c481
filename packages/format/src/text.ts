/**
 * Replaces the characters that browsers change when they read HTML. Otherwise, the text of a server-rendered page would differ from the
 * text that the browser expects, which is a hydration error.
 */
export function shownText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[\0\p{Cs}]/gu, '\ufffd')
}
