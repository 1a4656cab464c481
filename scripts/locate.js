import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * Adds the URLs of the repository to the manifest of an unpacked package, and makes the relative links in its Markdown files
 * absolute. A package with a `server.json` gets the name that the MCP registry requires in both files.
 *
 * @param {string} unpacked The folder of the unpacked package.
 * @param {{ repository: string, directory: string, revision: string }} source The URL of the repository, the package's folder in it,
 * and the Git commit or tag.
 */
export function locate(unpacked, { repository, directory, revision }) {
  edit(join(unpacked, 'package.json'), text => {
    const manifest = JSON.parse(text)
    const mcpName = addToRegistry(join(unpacked, 'server.json'), manifest, repository)
    const located = {
      ...manifest,
      ...(mcpName && { mcpName }),
      homepage: `${repository}/tree/${revision}/${directory}#readme`,
      bugs: `${repository}/issues`,
      repository: { type: 'git', url: `git+${repository}.git`, directory },
    }
    return `${JSON.stringify(located, null, 2)}\n`
  })
  for (const name of readdirSync(unpacked).filter(name => name.endsWith('.md')))
    edit(join(unpacked, name), text =>
      text.replace(/(?<=\]\()\.[^)]*/g, link => `${repository}/blob/${revision}/${posix.join(directory, link)}`),
    )
}

/** Returns the name of the server in the registry, or undefined if the package has no server. */
function addToRegistry(file, { version }, repository) {
  if (!existsSync(file)) return undefined
  const name = `${namespaceOf(repository)}/flow-query`
  edit(file, text => {
    const server = JSON.parse(text)
    const packages = server.packages.map(one => ({ ...one, version }))
    return `${JSON.stringify({ ...server, name, version, packages, repository: { url: repository, source: new URL(repository).hostname.split('.').at(-2) } }, null, 2)}\n`
  })
  return name
}

/** The registry accepts the account that owns a GitHub repository, or the owner of a domain. */
function namespaceOf(repository) {
  const { hostname, pathname } = new URL(repository)
  return hostname === 'github.com' ? `io.github.${pathname.split('/')[1]}` : hostname.split('.').reverse().join('.')
}

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
