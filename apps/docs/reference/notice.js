import { readFileSync } from 'node:fs'

/**
 * Returns the box of the pages that need published packages. It is empty from the first release on, because a release requires
 * `repository` in the root package.json.
 *
 * @param {URL} root the folder of the repository
 */
export function noticeOf(root) {
  const { repository } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  if (repository) return ''
  return `::: warning Not published yet
The packages aren't on npm yet. [Install them from a clone](/getting-started/clone) instead. In the clone, \`npm run cli -- serve\` replaces \`npx @flow-query/cli serve\`, and other commands work in the same way.
:::
`
}
