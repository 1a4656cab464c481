import { existsSync } from 'node:fs'

/**
 * Returns the box of the pages that need published packages. It is empty from the first release on, because `changeset version`
 * writes the first changelog.
 *
 * @param {URL} root the folder of the repository
 */
export function noticeOf(root) {
  if (existsSync(new URL('packages/core/CHANGELOG.md', root))) return ''
  return `::: warning Not published yet
The packages aren't on npm yet. [Install them from a clone](/getting-started/clone) instead. In the clone, \`npm run cli -- serve\` replaces \`npx @flow-query/cli serve\`, and other commands work in the same way.
:::
`
}
