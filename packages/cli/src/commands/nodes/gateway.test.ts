import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlowClient } from '@flow-query/core'
import { createLcd } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { expect, test } from 'vitest'
import { startProcess } from '../../../test/process.js'
import { run, start } from '../../../test/run.js'

async function startGateway(...args: string[]) {
  const one = start(['gateway', '--port', '0', ...args])
  await one.says('Press Ctrl-C to stop.')
  return { ...one, url: /http:\/\/127\.0\.0\.1:\d+/.exec(one.seen.stdout)?.[0] ?? '' }
}

test('serves the flows of the node until Ctrl-C', async () => {
  const { url, interrupt, finished } = await startGateway('--embedded')
  expect((await createFlowClient({ lcd: url }).flow({ id: 14 })).id).toBe('14')
  const read = await run(['flow', '14', '--json', '--lcd', url])
  expect(JSON.parse(read.stdout)).toMatchObject({ id: '14' })
  interrupt()
  expect(await finished).toMatchObject({ stderr: '', status: 130 })
  await expect(fetch(url)).rejects.toThrow()
})

test('rejects --height and missing nodes', async () => {
  expect(await run(['gateway', '--embedded', '--height', '5'])).toMatchObject({ status: 2 })
  expect(await run(['gateway'])).toMatchObject({ status: 2, stderr: expect.stringContaining('No node was specified.') })
})

test('explains ports in use', async () => {
  const { url } = await startGateway('--embedded')
  for (const args of [
    ['gateway', '--port'],
    ['gateway', '--port', '0', '--metrics-port'],
    ['metrics', '--port'],
    ['mcp', '--port'],
  ]) {
    const failed = await run([...args, new URL(url).port, '--embedded'])
    expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining(`Port ${new URL(url).port} is in use.`) })
  }
})

test('reads options from a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-gateway-'))
  const path = join(folder, 'gateway.json')
  const served = await serveLcd(createLcd({ flows: [{}] }))
  writeFileSync(path, JSON.stringify({ lcd: [served.url], rpc: served.rpc, 'rate-limit': 1, port: 1 }))
  const { url, interrupt, finished } = await startGateway('--config', path)
  const flow = `${url}/intento/intent/v1/flow/1`
  expect([(await fetch(flow)).status, (await fetch(flow)).status]).toEqual([200, 429])
  interrupt()
  await finished
  await served.close()
  rmSync(folder, { recursive: true })
})

test.each([
  [['gateway', '--port', '0'], 'Press Ctrl-C to stop.'],
  [['metrics', '--port', '0'], 'Press Ctrl-C to stop.'],
  [['mcp', '--port', '0'], 'Press Ctrl-C to stop.'],
  [['monitor'], 'flow-query explain'],
])('%j ends with exit code 0 after SIGTERM, so that supervisors do not report a failure', async (args, text) => {
  const one = startProcess([...args, '--embedded'])
  await one.says(text)
  one.child.kill('SIGTERM')
  expect(await one.finished).toMatchObject({ status: 0 })
})
