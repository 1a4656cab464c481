import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import connect from 'postgres'

/** A database server on a free port of this machine, with a temporary folder. */
export interface Server {
  /** Returns the URL of a new database. With a name, it creates the database only if it doesn't exist. */
  url: (database?: string) => Promise<string>
  /** Kills and restarts the server, if the database requires it after a full disk. */
  restart?: () => Promise<void>
  stop: () => Promise<void>
}

/** The paths of the server programs. Undefined if a server is not installed. */
export const installed = { postgres: findPostgres(), clickhouse: findClickHouse() }

/** The messages for skipped suites. */
export const howToInstall = {
  postgres: 'Postgres is not installed here: apt-get install postgresql',
  clickhouse: 'ClickHouse is not installed here: apt-get install clickhouse-server',
}

function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map(version => join(root, version, 'bin')).find(bin => existsSync(join(bin, 'initdb')))
}

function findClickHouse(): string | undefined {
  return ['/usr/sbin/clickhouse-server', '/usr/bin/clickhouse-server'].find(path => existsSync(path))
}

export interface PostgresOptions {
  /** The folder for the databases, if they are not in the server's temporary folder. */
  disk?: string
  /** Whether the server supports TLS, with the self-signed certificate `server.crt` in its folder. */
  tls?: boolean
}

export interface PostgresTestServer extends Server {
  readonly port: number
  /** Contains the Unix socket. */
  readonly folder: string
}

export async function startPostgres({ disk, tls = false }: PostgresOptions = {}): Promise<PostgresTestServer> {
  const { postgres: bin } = installed
  if (!bin) throw new Error(howToInstall.postgres)
  const folder = newFolder()
  const data = join(folder, 'data')
  const port = await freePort()
  // Postgres doesn't run as root, so this uses the account that its package creates.
  const isRoot = process.getuid?.() === 0
  const uid = isRoot ? idOf('-u') : undefined
  const gid = isRoot ? idOf('-g') : undefined
  const options = { cwd: folder, ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) }
  chmodSync(folder, 0o777)
  // Requires a password, like production servers.
  writeFileSync(join(folder, 'password'), 'secret')
  const make = `--pgdata=${data} --username=flow --auth=scram-sha-256 --pwfile=${folder}/password --no-sync --wal-segsize=1`
  execFileSync(join(bin, 'initdb'), make.split(' '), { ...options, stdio: 'pipe' })
  const settings = ['listen_addresses=127.0.0.1,::1', 'fsync=off', 'max_wal_size=8MB', 'min_wal_size=2MB']
  if (tls) {
    const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')]
    const request = `req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -out ${certificate} -keyout ${key}`
    execFileSync('openssl', request.split(' '), { ...options, stdio: 'pipe' })
    settings.push('ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`)
  }
  const run = ['-D', data, '-p', `${port}`, '-k', folder, ...settings.flatMap(setting => ['-c', setting])]
  const server = spawn(join(bin, 'postgres'), run, { ...options, stdio: 'ignore' })
  const address = (database: string) => `postgres://flow:secret@127.0.0.1:${port}/${database}`
  const admin = connect(address('postgres'), { max: 1, onnotice: () => {} })
  await untilItWorks(() => admin`SELECT 1`, server)
  if (disk !== undefined) {
    if (uid !== undefined && gid !== undefined) chownSync(disk, uid, gid)
    await admin.unsafe(`CREATE TABLESPACE disk LOCATION '${disk}'`)
  }
  return {
    port,
    folder,
    async url(database = newName()) {
      const there = await admin`SELECT 1 FROM pg_database WHERE datname = ${database}`
      const where = disk === undefined ? '' : ' TABLESPACE disk'
      if (there.length === 0) await admin.unsafe(`CREATE DATABASE ${database}${where}`)
      return address(database)
    },
    async stop() {
      await admin.end({ timeout: 1 })
      // SIGQUIT doesn't wait until clients disconnect.
      await ended(server, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }

  function idOf(flag: string): number {
    return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  }
}

export interface ClickHouseOptions {
  /** The folder for its files, instead of a temporary folder. */
  disk?: string
  /** The TCP ports of all servers of the cluster `shards`. */
  shards?: readonly number[]
  tcpPort?: number
}

export async function startClickHouse({ disk, shards = [], tcpPort }: ClickHouseOptions = {}): Promise<Server> {
  const { clickhouse: program } = installed
  if (!program) throw new Error(howToInstall.clickhouse)
  const folder = disk ?? newFolder()
  const [port, tcp, interserver] = [await freePort(), tcpPort ?? (await freePort()), await freePort()]
  for (const part of ['data', 'tmp']) mkdirSync(join(folder, part))
  const replica = (port: number) =>
    `<shard><replica><host>127.0.0.1</host><port>${port}</port><user>flow</user><password>secret</password></replica></shard>`
  writeFileSync(
    join(folder, 'config.xml'),
    `<yandex>
      <logger><level>none</level></logger>
      <listen_host>127.0.0.1</listen_host>
      <http_port>${port}</http_port><tcp_port>${tcp}</tcp_port><interserver_http_port>${interserver}</interserver_http_port>
      <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
      <users_config>users.xml</users_config><default_profile>default</default_profile>
      <default_database>default</default_database><mark_cache_size>5368709</mark_cache_size>
      <remote_servers><shards>${shards.map(replica).join('')}</shards></remote_servers>
    </yandex>`,
  )
  const user = (name: string, profile: string) =>
    `<${name}><password>secret</password><networks><ip>::/0</ip></networks><profile>${profile}</profile><quota>default</quota></${name}>`
  writeFileSync(
    join(folder, 'users.xml'),
    `<yandex>
      <profiles><default/><reading><readonly>2</readonly></reading></profiles>
      <users>${user('flow', 'default')}${user('reader', 'reading')}</users>
      <quotas><default/></quotas>
    </yandex>`,
  )
  const run = (query: string) => clickHouseQuery(`http://flow:secret@127.0.0.1:${port}`, query)
  const startServer = async () => {
    const server = spawn(program, [`--config-file=${folder}/config.xml`], { cwd: folder, stdio: 'ignore' })
    await untilItWorks(() => run('SELECT 1'), server)
    return server
  }
  let server = await startServer()
  return {
    // After an incomplete write of a table definition, ClickHouse can't create this table until it is restarted.
    async restart() {
      await ended(server, 'SIGKILL')
      server = await startServer()
    },
    async url(database = newName()) {
      await run(`CREATE DATABASE IF NOT EXISTS ${database}`)
      return `http://flow:secret@127.0.0.1:${port}/${database}`
    },
    async stop() {
      await ended(server, 'SIGKILL')
      if (disk === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a query and returns the response of ClickHouse as text. */
export async function clickHouseQuery(url: string, query: string): Promise<string> {
  const { origin, username, password, pathname } = new URL(url)
  const database = pathname.slice(1) || 'default'
  const headers = { 'x-clickhouse-user': username, 'x-clickhouse-key': password }
  const answer = await fetch(`${origin}/?database=${database}`, { method: 'POST', body: query, headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'flow-query-sync-'))
}

let names = 0

function newName(): string {
  return `flows_${++names}`
}

async function untilItWorks(work: () => PromiseLike<unknown>, server: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`, { cause: error })
      if (attempt === 2_500) throw error
      await sleep(100)
    }
  }
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = new Promise(resolve => server.once('exit', resolve))
  server.kill(signal)
  await exit
}
