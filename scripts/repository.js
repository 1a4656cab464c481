/**
 * Returns the URL of the page of a repository, such as `https://github.com/owner/flow-query`, or undefined if `repository` isn't set.
 *
 * @param {{ repository?: string | { url: string } }} manifest The root package.json. `repository` can be this URL, or what npm
 * writes: an object whose URL starts with `git+` and ends with `.git`, and uses SSH if the clone does.
 * @throws {Error} if the repository isn't at an HTTPS URL
 */
export function repositoryUrl({ repository }) {
  if (repository === undefined) return undefined
  const written = typeof repository === 'string' ? repository : repository.url
  const url = written
    .replace(/^git\+/, '')
    .replace(/^ssh:\/\/git@/, 'https://')
    .replace(/\.git$/, '')
  if (!/^https:\/\/[^/]+\/.*[^/]$/.test(url))
    throw new Error(`\`repository\` must be a URL such as https://github.com/owner/flow-query, got ${written}.`)
  return url
}
