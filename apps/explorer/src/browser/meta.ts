/** Returns a URL that the server inserted into the page, or the URLs of other chains. Null if the page contains none. */
export function serverUrl(name: 'lcd' | 'rpc' | 'chains' | 'docs' | 'monitor'): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="flow-query:${name}"]`)?.content || null
}
