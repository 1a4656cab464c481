import { join } from 'node:path'
import { howToInstall, installed, newFolder, type Server, startClickHouse, startPostgres } from './servers.js'

/** An engine to test with. */
export interface TestEngine {
  readonly name: 'DuckDB' | 'Postgres' | 'ClickHouse'
  /** Why it is left out, if it is. */
  readonly missing: string | undefined
  start: () => Promise<void>
  stop: () => Promise<void>
  /** The address of an empty database, as on a command line. */
  newTarget: () => Promise<string>
}

export const duckdbEngine: TestEngine = {
  name: 'DuckDB',
  missing: undefined,
  start: async () => {},
  stop: async () => {},
  newTarget: async () => join(newFolder(), 'flows.duckdb'),
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
  start: () => Promise<Server>
  /** Before the address, on a command line. */
  scheme?: string
}

function served(name: TestEngine['name'], { missing, start, scheme = '' }: Serving): TestEngine {
  let server: Server | undefined
  const running = () => {
    if (!server) throw new Error(`${name} does not run.`)
    return server
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
    newTarget: async () => `${scheme}${await running().url()}`,
  }
}
