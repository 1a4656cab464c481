/** Names nodes by their host, without paths and credentials. Nodes with the same host are numbered. */
export function nodeNames(urls: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const url of new Set(urls)) {
    const { host } = new URL(url)
    const count = (counts.get(host) ?? 0) + 1
    counts.set(host, count)
    names.set(url, count === 1 ? host : `${host}#${count}`)
  }
  return names
}
