/** Returns a URL that the server inserted into the page, or null. */
export function serverUrl(name: 'lcd' | 'rpc' | 'docs'): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="flow-query:${name}"]`)?.content || null
}
