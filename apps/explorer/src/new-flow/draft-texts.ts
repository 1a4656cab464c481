/** Returns the JSON of all drafts in a URL. A short draft is in the search part, and a long one is in the hash. */
export function draftTexts(search: string, hash: string): string[] {
  const parts = hash.startsWith('#flowInput=') ? [search, hash.slice(1)] : [search]
  return parts.flatMap(part => new URLSearchParams(part).getAll('flowInput'))
}
