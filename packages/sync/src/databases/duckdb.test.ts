import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { serveLcd } from '@flow-query/testing/serve'
import { expect, test } from 'vitest'
import { describeEngine } from '../../test/engine-suite.js'
import { duckdbEngine } from '../../test/engines.js'
import { failureOf } from '../../test/failures.js'
import { chainOf, createTestLcd } from '../../test/truth.js'
import { databaseAt, duckdb, sync } from '../index.js'

describeEngine(duckdbEngine)

test('the file is one of DuckDB like any other, whatever it is called', async () => {
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

test('a file of something else', async () => {
  const path = await duckdbEngine.newTarget()
  writeFileSync(path, 'label,owner\n'.repeat(2_000))
  expect(await failureOf(duckdb(path))).toContain(`${path} could not be opened: `)
})

test('an address of something else is no file', () => {
  for (const scheme of ['mysql', 'clickhouse', 'http'])
    expect(() => databaseAt(`${scheme}://flow:hunter2@host/flows`)).toThrow(
      `There is no database of flow-query at ${scheme}://. Name a file of DuckDB, postgres://`,
    )
})

test('a folder that is not there', async () => {
  const path = join(dirname(await duckdbEngine.newTarget()), 'none', 'flows.duckdb')
  expect(await failureOf(duckdb(path))).toContain(
    'No such file or directory. Is it a file of DuckDB, and may it be written?',
  )
})

test('a file that may not be written', async () => {
  const path = await duckdbEngine.newTarget()
  const { lcd } = createTestLcd({ flows: 3 })
  await sync(chainOf(lcd), { to: duckdb(path) })
  chmodSync(path, 0o444)
  chmodSync(dirname(path), 0o555)
  const served = await serveLcd(lcd)
  const program = fileURLToPath(new URL('../../test/process.js', import.meta.url))
  // Nothing is refused to root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const child = spawn(process.execPath, [program, path, served.url, '100'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...nobody,
  })
  let said = ''
  child.stderr?.on('data', text => {
    said += text
  })
  const [status] = await once(child, 'exit')
  await served.close()
  expect(status).toBe(1)
  expect(said).toMatch(/^SyncError: .*could not be opened: .*Permission denied/)
})

test('a file that another process has open is waited for', async () => {
  const path = await duckdbEngine.newTarget()
  const open = `import('@duckdb/node-api').then(({ DuckDBInstance }) => DuckDBInstance.create(${JSON.stringify(path)})).then(() => { console.log('open'); setInterval(() => {}, 1000) })`
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const other = spawn(process.execPath, ['-e', open], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')
  const { lcd } = createTestLcd({ flows: 3 })
  const syncing = sync(chainOf(lcd), { to: duckdb(path) })
  setTimeout(() => other.kill('SIGKILL'), 500)
  expect(await syncing).toMatchObject({ flows: 3 })
})

test('a driver that is not installed', () => {
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
