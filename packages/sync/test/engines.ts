import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { howToInstall, installed, newFolder, type Server, startClickHouse, startPostgres } from './servers.js'
import { createSmallDisk, type SmallDisk } from './small-disk.js'

export interface TestEngine {
  readonly name: 'DuckDB' | 'Postgres' | 'ClickHouse'
  /** Why the tests of this database are skipped. Undefined if the database is installed. */
  readonly missing: string | undefined
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Creates an empty database and returns its command-line argument. */
  newTarget: () => Promise<string>
  /** Creates a small disk for its databases. Undefined if this process may not mount one. */
  newDisk: () => Promise<EngineDisk | undefined>
}

/** A disk that contains databases and can be filled. */
export interface EngineDisk extends Pick<SmallDisk, 'fill'> {
  /** Frees the space again, and restarts the server if necessary. */
  empty: () => Promise<void>
  /** Creates an empty database on the disk and returns its command-line argument. */
  newTarget: () => Promise<string>
  remove: () => Promise<void>
}

/** The size of a disk. It only uses as much memory as it contains. */
const megabytes = 1_000

/** The folders of DuckDB's databases. */
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

export const duckdbEngine: TestEngine = {
  name: 'DuckDB',
  missing: undefined,
  start: async () => {},
  stop: async () => {},
  async newTarget() {
    const folder = newFolder()
    folders.push(folder)
    return join(folder, 'flows.duckdb')
  },
  async newDisk() {
    const disk = createSmallDisk(megabytes)
    return (
      disk && {
        ...disk,
        empty: async () => disk.empty(),
        newTarget: async () => join(mkdtempSync(join(disk.folder, 'flows-')), 'flows.duckdb'),
        remove: async () => disk.remove(),
      }
    )
  },
}

export const postgresEngine: TestEngine = served('Postgres', {
  missing: installed.postgres ? undefined : howToInstall.postgres,
  start: startPostgres,
})

export const clickhouseEngine: TestEngine = served('ClickHouse', {
  missing: installed.clickhouse ? undefined : howToInstall.clickhouse,
  start: startClickHouse,
  scheme: 'clickhouse+',
})

interface Serving {
  missing: string | undefined
  start: (options?: { disk?: string }) => Promise<Server>
  /** The prefix of the URL in a command-line argument. */
  scheme?: string
}

function served(name: TestEngine['name'], { missing, start, scheme = '' }: Serving): TestEngine {
  let server: Server | undefined
  const targetOf = async (server: Server | undefined) => {
    if (!server) throw new Error(`${name} is not running.`)
    return `${scheme}${await server.url()}`
  }
  return {
    name,
    missing,
    async start() {
      server = await start()
    },
    async stop() {
      await server?.stop()
    },
    newTarget: () => targetOf(server),
    async newDisk() {
      const disk = createSmallDisk(megabytes)
      if (!disk) return undefined
      const onDisk = await start({ disk: disk.folder })
      return {
        ...disk,
        async empty() {
          disk.empty()
          await onDisk.restart?.()
        },
        newTarget: () => targetOf(onDisk),
        async remove() {
          await onDisk.stop()
          disk.remove()
        },
      }
    },
  }
}
