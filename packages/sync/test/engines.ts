import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { howToInstall, installed, newFolder, type Server, startClickHouse, startPostgres } from './servers.js'
import { createSmallDisk, type SmallDisk } from './small-disk.js'

/** An engine to test with. */
export interface TestEngine {
  readonly name: 'DuckDB' | 'Postgres' | 'ClickHouse'
  /** Why it is left out, if it is. */
  readonly missing: string | undefined
  start: () => Promise<void>
  stop: () => Promise<void>
  /** The address of an empty database, as on a command line. */
  newTarget: () => Promise<string>
  /** A disk for its databases; undefined where none may be made. */
  newDisk: () => Promise<EngineDisk | undefined>
}

/** A disk that keeps the databases of an engine, and can be full. */
export interface EngineDisk extends Pick<SmallDisk, 'fill'> {
  /** Makes room again, and starts anew what needs that. */
  empty: () => Promise<void>
  /** The address of an empty database on it. */
  newTarget: () => Promise<string>
  remove: () => Promise<void>
}

/** Of a disk, which is memory as it is used. */
const megabytes = 1_000

export const duckdbEngine: TestEngine = {
  name: 'DuckDB',
  missing: undefined,
  start: async () => {},
  stop: async () => {},
  newTarget: async () => join(newFolder(), 'flows.duckdb'),
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
  /** Before the address, on a command line. */
  scheme?: string
}

function served(name: TestEngine['name'], { missing, start, scheme = '' }: Serving): TestEngine {
  let server: Server | undefined
  const targetOf = async (server: Server | undefined) => {
    if (!server) throw new Error(`${name} does not run.`)
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
