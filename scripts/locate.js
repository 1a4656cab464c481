import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * Adds the URLs of the repository to the manifest of an unpacked package, and makes the relative links in its Markdown files
 * absolute.
 *
 * @param {string} unpacked The folder of the unpacked package.
 * @param {{ repository: string, directory: string, tag: string }} source The URL of the repository, the package's folder in it,
 * and the Git tag.
 */
export function locate(unpacked, { repository, directory, tag }) {
  edit(join(unpacked, 'package.json'), text => {
    const located = {
      ...JSON.parse(text),
      homepage: `${repository}/tree/${tag}/${directory}#readme`,
      bugs: `${repository}/issues`,
      repository: { type: 'git', url: `git+${repository}.git`, directory },
    }
    return `${JSON.stringify(located, null, 2)}\n`
  })
  for (const name of readdirSync(unpacked).filter(name => name.endsWith('.md')))
    edit(join(unpacked, name), text =>
      text.replace(/(?<=\]\()\.[^)]*/g, link => `${repository}/blob/${tag}/${posix.join(directory, link)}`),
    )
}

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
