import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createFlowClient } from '@flow-query/core'
import { createLcd, flow } from '@flow-query/testing'
import { serveLcd } from '@flow-query/testing/serve'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../test/mcp.js'
import { startProcess } from '../../../test/process.js'

// The built program listens, answers and stops. Unit tests check the responses.

const urlIn = (text: string) => /http:\/\/127\.0\.0\.1:\d+[/\w]*/.exec(text)?.[0] ?? ''

async function startServer(command: string) {
  const one = startProcess(command.split(' '))
  onTestFinished(async () => {
    one.child.kill()
    await one.finished()
  })
  await one.says('Press Ctrl-C to stop.')
  return { ...one, url: urlIn(one.seen.stdout + one.seen.stderr) }
}

test.each<[command: string, answers: (url: string) => Promise<void>]>([
  ['serve --port 0', readsFlow],
  ['gateway --port 0 --embedded', readsFlow],
  [
    'metrics --port 0 --embedded',
    async url => expect(await (await fetch(url)).text()).toContain('intento_flows_complete'),
  ],
  [
    'mcp --port 0 --embedded',
    async url => {
      const client = await connect(new StreamableHTTPClientTransport(new URL(url)))
      expect((await client.listTools()).tools.length).toBeGreaterThan(0)
      await client.close()
    },
  ],
])('%s listens on a port until Ctrl-C', async (command, answers) => {
  const { url, interrupt, finished } = await startServer(command)
  await answers(url)
  interrupt()
  expect(await finished()).toMatchObject({ status: 130 })
  await expect(fetch(url)).rejects.toThrow()
})

async function readsFlow(url: string): Promise<void> {
  expect((await createFlowClient({ lcd: url, timeout: 300_000 }).flow({ id: 1 })).id).toBe('1')
}

test('serve uses another port if the usual one is in use', async () => {
  const other = createServer()
  onTestFinished(() => void other.close())
  // Another program may already use the port, which has the same effect.
  await new Promise<void>(resolve => other.once('error', () => resolve()).listen(1317, '127.0.0.1', resolve))
  const { url, seen } = await startServer('serve')
  expect(url).not.toBe('http://127.0.0.1:1317')
  expect(seen.stderr).toContain('Port 1317 is in use, so another one is used.')
})

test('mcp answers over stdio, and prints nothing else to stdout', async () => {
  const { url, close } = await serveLcd(createLcd({ flows: [flow({ label: 'Pay rent' })] }))
  onTestFinished(close)
  const program = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))
  const args = [program, 'mcp', '--lcd', url]
  const client = await connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  const errors: Error[] = []
  client.onerror = error => errors.push(error)
  expect(await client.callTool({ name: 'find_flows' })).toMatchObject({
    structuredContent: { flows: [{ label: '<untrusted>Pay rent</untrusted>' }] },
  })
  expect(errors).toEqual([])
})
