import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLcd, flow, type LcdOptions } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runProcess, startInRealTerminal, startProcess } from '../test/process.js'

// Only the built program can show its exit codes, signals, pipes, environment and terminal.

async function nodeAt(options: LcdOptions): Promise<string> {
  const { url, close } = await serveLcd(createLcd(options))
  onTestFinished(close)
  return url
}

/** A server that never responds. */
async function hangingServer() {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('reads several nodes from FLOW_QUERY_LCD, and uses colors in a terminal', async () => {
  const url = await nodeAt({ flows: [flow({ label: 'Pay rent' })] })
  const { stdout, status } = await runProcess(['flow', '1'], { env: { FLOW_QUERY_LCD: `http://127.0.0.1:9, ${url}` } })
  expect([stdout, status]).toEqual([expect.stringMatching(/^Flow 1 {2}Pay rent\n/), 0])
  const screen = (await startInRealTerminal(['flow', '1', '--lcd', url]).finished()).stdout
  expect(screen).toContain('\x1b[1mPay rent')
})

describe('Ctrl-C', () => {
  test('closes the connection to the node and exits with status 130', async () => {
    const { server, url } = await hangingServer()
    const running = startProcess(['params', '--lcd', url])
    const [, response] = await once(server, 'request')
    const left = once(response, 'close')
    running.interrupt()
    expect(await running.finished()).toMatchObject({ stdout: '', stderr: '', status: 130 })
    await left
  })

  test('exits with status 130 in a terminal', async () => {
    const { server, url } = await hangingServer()
    const running = startInRealTerminal(['flow', '1', '--lcd', url])
    await once(server, 'request')
    running.child.stdin.write('\x03')
    expect(await running.finished()).toMatchObject({ status: 130 })
  })
})

test('ends silently with status 141 if the reader of its output closes the pipe', async () => {
  const url = await nodeAt({ flows: Array.from({ length: 2_000 }, () => flow()) })
  const running = startProcess(['flows', '--all', '--json', '--lcd', url])
  await running.says('\n')
  running.child.stdout.destroy()
  expect(await running.finished()).toMatchObject({ stderr: '', status: 141 })
})

test('an error exits with status 141 if the reader of stderr closes the pipe', async () => {
  const running = startProcess(['flow', '99999', '--embedded'])
  running.child.stderr.destroy()
  expect(await running.finished()).toMatchObject({ status: 141 })
})

test.each([
  ['flow 1', '$program > /dev/full', 'ENOSPC'],
  ['export', 'ulimit -f 1; $program > $file', 'EFBIG'],
])('reports in one line that the disk is full: %s', async (command, shell, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const options = { shell, env: { file: join(folder, 'flows.ndjson') } }
  const { stderr, status } = await runProcess([...command.split(' '), '--embedded'], options)
  expect(stderr).toMatch(new RegExp(`^flow-query: Can't write to standard output: ${code}: .*\\.\n$`))
  expect(status).toBe(1)
})
