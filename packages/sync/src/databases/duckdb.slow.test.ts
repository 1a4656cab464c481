import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { serveLcd } from '@flow-query/testing/serve'
import { expect, test, vi } from 'vitest'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { describeEngine } from '../../test/engine-suite.js'
import { duckdbEngine } from '../../test/engines.js'
import { failureOf } from '../../test/failures.js'
import { chainOf, createTestLcd, define } from '../../test/truth.js'
import { checkSync, duckdb, sync } from '../index.js'

describeEngine(duckdbEngine)

test('other programs can open the file, even with a quote in its name', async () => {
  const path = join(dirname(await duckdbEngine.newTarget()), "what's new.duckdb")
  const { lcd, clock } = createTestLcd()
  clock.advance(60_000)
  const { flows, executions } = await sync(chainOf(lcd), { to: duckdb(path) })
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  const query = 'SELECT count(*)::INT, (SELECT count(*)::INT FROM runs) FROM flows'
  const rows = await connection.runAndReadAll(query)
  connection.closeSync()
  instance.closeSync()
  expect(rows.getRows()).toEqual([[flows, executions]])
})

test('rejects a file that is not a database', async () => {
  const path = await duckdbEngine.newTarget()
  writeFileSync(path, 'label,owner\n'.repeat(2_000))
  expect(await failureOf(duckdb(path))).toContain(`${path} could not be opened: `)
})

test('rejects SQLite files, pipes and folders', async () => {
  const folder = dirname(await duckdbEngine.newTarget())
  const [sqlite, pipe] = [join(folder, 'flows.sqlite'), join(folder, 'pipe')]
  writeFileSync(sqlite, `SQLite format 3\0${'\0'.repeat(4_000)}`)
  execFileSync('mkfifo', [pipe])
  expect(await failureOf(duckdb(sqlite))).toContain('is an SQLite database, not a DuckDB file. Use a file name such as')
  expect(await failureOf(duckdb(pipe))).toContain('is a device or a pipe, not a file')
  expect(await failureOf(duckdb(folder))).toContain('is a folder')
})

test('reports a missing folder', async () => {
  const path = join(dirname(await duckdbEngine.newTarget()), 'none', 'flows.duckdb')
  expect(await failureOf(duckdb(path))).toContain(
    'No such file or directory. Check that it is a DuckDB file and writable.',
  )
})

test('reports a file without write permission', async () => {
  const path = await duckdbEngine.newTarget()
  const { lcd } = createTestLcd({ flows: 3 })
  await sync(chainOf(lcd), { to: duckdb(path) })
  chmodSync(path, 0o444)
  chmodSync(dirname(path), 0o555)
  const served = await serveLcd(lcd)
  const program = fileURLToPath(new URL('../../test/process.js', import.meta.url))
  // Root ignores permissions, so this runs as another user.
  const otherUser = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const child = spawn(process.execPath, [program, path, served.url, '100'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...otherUser,
  })
  let errors = ''
  child.stderr?.on('data', text => {
    errors += text
  })
  const [status] = await once(child, 'exit')
  await served.close()
  expect(status).toBe(1)
  expect(errors).toMatch(/^SyncError: .*could not be opened: .*Permission denied/)
})

test('waits for a file that another process has open', async () => {
  const path = await duckdbEngine.newTarget()
  const open = `import('@duckdb/node-api').then(({ DuckDBInstance }) => DuckDBInstance.create(${JSON.stringify(path)})).then(() => { console.log('open'); setInterval(() => {}, 1000) })`
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const other = spawn(process.execPath, ['-e', open], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')
  const { lcd } = createTestLcd({ flows: 3 })
  const statements = vi.spyOn(DuckDBConnection.prototype, 'run')
  const syncing = sync(chainOf(lcd), { to: duckdb(path) })
  const locked = expect.objectContaining({ message: expect.stringContaining('Could not set lock') })
  await waitFor(() => expect(statements.mock.settledResults).toContainEqual({ type: 'rejected', value: locked }))
  other.kill('SIGKILL')
  expect(await syncing).toMatchObject({ flows: 3 })
  statements.mockRestore()
})

test('checkSync finds changed, missing and additional rows', async () => {
  const { lcd, clock } = createTestLcd()
  clock.advance(120_000)
  const database = duckdb(await duckdbEngine.newTarget())
  await sync(chainOf(lcd), { to: database })
  await define(database, [
    "UPDATE flows SET label = 'x' WHERE flow_id = 2",
    'UPDATE executions SET fee_amounts = [1] WHERE flow_id = 3 AND sequence = 2',
    'DELETE FROM executions WHERE flow_id = 4 AND sequence = 1',
    'INSERT INTO executions SELECT * REPLACE (99 AS sequence) FROM executions WHERE flow_id = 5 AND sequence = 1',
    'INSERT INTO flows SELECT * REPLACE (99 AS flow_id) FROM flows WHERE flow_id = 5',
    'INSERT INTO executions SELECT * FROM executions WHERE flow_id = 6 AND sequence = 1',
  ])
  for (const sample of [undefined, 100]) {
    const { differences } = await checkSync(chainOf(lcd), { database, sample })
    expect(differences.map(({ table, key, column }) => [table, key, column]).sort()).toEqual([
      ['executions', '3/2', 'fee_amounts'],
      ['executions', '4/1', null],
      ['executions', '5/99', null],
      ['executions', '6/1', null],
      ['flows', '2', 'label'],
      ['flows', '99', null],
    ])
  }
  const { flows, differences } = await checkSync(chainOf(lcd), { database, sample: 5 })
  expect(flows + differences.filter(({ key }) => key === '99').length).toBe(5)
})

test('reports a missing driver', () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const loader = `export const resolve = (name, context, next) => { if (name === '@duckdb/node-api') throw Object.assign(new Error("Cannot find package '@duckdb/node-api'"), { code: 'ERR_MODULE_NOT_FOUND' }); return next(name, context) }`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(loader)}`)})`
  const program = `import { duckdb } from './dist/index.js'; await duckdb('x').open().catch(error => console.log(error.kind, error.message))`
  const imported = `data:text/javascript,${encodeURIComponent(register)}`
  const { stdout } = spawnSync(process.execPath, ['--import', imported, '--input-type=module', '-e', program], {
    cwd,
    encoding: 'utf8',
  })
  expect(stdout).toContain('driver The driver @duckdb/node-api could not be loaded')
  expect(stdout).toContain('Install it: npm install @duckdb/node-api')
})
