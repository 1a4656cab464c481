import { readFileSync } from 'node:fs'

const title = 'Not published yet'

/**
 * Returns whether the packages are on npm. A release requires `repository` in the root package.json.
 *
 * @param {URL} root the folder of the repository
 */
export function isReleased(root) {
  return Boolean(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).repository)
}

/**
 * Returns the box of the pages that need published packages. It is empty from the first release on.
 *
 * @param {URL} root the folder of the repository
 */
export function noticeOf(root) {
  return isReleased(root) ? '' : `::: warning ${title}\n${sentence('/getting-started/clone')}\n:::\n`
}

/**
 * Returns the same box for a README, with the empty line after it. From the first release on, `npm run docs:markdown` removes it.
 *
 * @param {string} readme the path of the README in the repository
 */
export function readmeNotice(readme) {
  const up = '../'.repeat(readme.split('/').length - 1)
  return `> **${title}**\n>\n> ${sentence(`${up}docs/getting-started/clone.md`)}\n\n`
}

function sentence(clone) {
  return `The packages aren't on npm yet. [Install them from a clone](${clone}) instead.`
}
