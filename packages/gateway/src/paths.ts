/** Removes the slashes that are left if a base URL or a path ends with one, such as `https://host/` + `/intento`. */
export function withoutExtraSlashes(url: string): string {
  const [path = ''] = url.split('?', 1)
  const plain = path.replace(/\/+/g, '/')
  const end = plain.length > 1 && plain.endsWith('/') ? -1 : undefined
  return plain.slice(0, end) + url.slice(path.length)
}

/** Returns the part of a URL below the prefix of the gateway's routes. */
export function withoutPrefix(url: string, prefix: string): string {
  return (url.startsWith(prefix) ? url : withoutExtraSlashes(url)).slice(prefix.length)
}
