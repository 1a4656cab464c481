import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * Writes into an unpacked package where it comes from: into its manifest, and into the links of its Markdown, which is
 * read where nothing else of the repository is.
 *
 * @param {string} unpacked its folder
 * @param {{ repository: string, directory: string, tag: string }} from the address of the repository, the package's folder in it, and the commit
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
