import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The metadata of a package, which npm sends with a new version and reads before it installs one. */
interface Metadata {
  name: string
  versions: Record<string, { dist: { tarball: string } }>
  'dist-tags': Record<string, string>
  _attachments?: Record<string, { data: string }>
}

export interface Registry {
  url: string
  /** The lines of an `.npmrc` with which npm, pnpm, Yarn 1 and Bun install our packages from here, and all others as usual. */
  npmrc: string
  stop: () => void
}

/** Starts an empty registry. Everybody can publish packages to it. */
export async function startRegistry(): Promise<Registry> {
  const packages = new Map<string, Metadata>()
  const tarballs = new Map<string, Buffer>()

  /** Adds a version. Returns false if it exists. */
  function publish({ _attachments = {}, ...sent }: Metadata): boolean {
    const known = packages.get(sent.name)
    if (Object.keys(sent.versions).some(version => known?.versions[version])) return false
    for (const { dist } of Object.values(sent.versions)) {
      const path = new URL(dist.tarball).pathname
      dist.tarball = `${url}${path}`
      const [{ data } = { data: '' }] = Object.values(_attachments)
      tarballs.set(path, Buffer.from(data, 'base64'))
    }
    packages.set(sent.name, {
      ...sent,
      versions: { ...known?.versions, ...sent.versions },
      'dist-tags': { ...known?.['dist-tags'], ...sent['dist-tags'] },
    })
    return true
  }

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (request.method === 'PUT') {
      const isNew = publish(JSON.parse(`${await buffer(request)}`))
      return response.writeHead(isNew ? 201 : 409, { 'content-type': 'application/json' }).end('{}')
    }
    const tarball = tarballs.get(path)
    if (tarball) return response.end(tarball)
    const metadata = packages.get(path.slice(1))
    return response
      .writeHead(metadata ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(metadata ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`
  return {
    url,
    npmrc: `@flow-query:registry=${url}\n//${host}/:_authToken=any\n`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
