import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlowClient } from '@flow-query/core'
import { watchFlows } from '@flow-query/core/live'
import { createLcd } from '@flow-query/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { waitFor } from '../../../tests/setup/wait-for.js'
import { startWithLimits } from './gateway.js'

const guide = readFileSync(new URL('../../../apps/docs/pages/guides/gateway.md', import.meta.url), 'utf8')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts nginx with the configuration of the guide in front of a gateway, and returns its URL and a function that stops it. */
async function startNginx(gatewayPort: string) {
  const [, block = ''] = /```nginx\n(.*?)```/s.exec(guide) ?? []
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-nginx-'))
  const http = block
    .replace('127.0.0.1:8080', `127.0.0.1:${gatewayPort}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${http}}\n`,
  )
  const nginx = spawn('nginx', ['-c', config, '-p', folder, '-e', 'stderr'])
  let output = ''
  nginx.stderr.on('data', text => {
    output += text
  })
  const url = `http://127.0.0.1:${port}`
  await waitFor(async () => {
    if (nginx.exitCode !== null) throw new Error(output)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
  return {
    url,
    async stop() {
      nginx.kill()
      await once(nginx, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

test('nginx forwards reads, revalidations, events and the addresses of visitors', async () => {
  const lcd = createLcd({ flows: [{}] })
  const node = { lcd: lcd.url, rpc: lcd.rpc, fetch: lcd.fetch, WebSocket: lcd.WebSocket }
  const options = { trustProxy: ['127.0.0.1'], requestsPerMinute: 3 }
  const gateway = await startWithLimits({ ...node, ...options }, { events: { clientsPerAddress: 1 } })
  onTestFinished(() => gateway.close())
  const nginx = await startNginx(new URL(gateway.url).port)
  const client = createFlowClient({ lcd: nginx.url, rpc: nginx.url, WebSocket, timeout: 300_000 })
  const ended = new AbortController()
  const onEvents = vi.fn()
  const onStatus = vi.fn()
  watchFlows(client, { onEvents, onStatus, signal: ended.signal })
  await waitFor(() => expect(onStatus).toHaveBeenLastCalledWith({ state: 'connected', error: null }))
  lcd.execute(1)
  await waitFor(() => expect(onEvents).toHaveBeenCalled())
  const openFrom = (visitor: string) => {
    const socket = new WebSocket(`${nginx.url.replace('http', 'ws')}/websocket`, {
      headers: { 'x-forwarded-for': visitor },
    })
    onTestFinished(() => socket.terminate())
    return new Promise<boolean>(resolve => socket.on('open', () => resolve(true)).on('error', () => resolve(false)))
  }
  expect([await openFrom('192.0.2.3'), await openFrom('192.0.2.3'), await openFrom('192.0.2.4')]).toEqual([
    true,
    false,
    true,
  ])
  ended.abort()

  const path = `${nginx.url}/intento/intent/v1/params`
  const headers = { 'x-forwarded-for': '192.0.2.9' }
  const etag = (await fetch(path, { headers })).headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"/)
  const known = await fetch(path, { headers: { ...headers, 'if-none-match': etag } })
  expect([known.status, await known.text(), known.headers.get('cache-control')]).toEqual([304, '', 'public, no-cache'])

  expect((await client.flow({ id: 1 })).id).toBe('1')
  const statusFor = async (visitor: string) => {
    const headers = { 'x-forwarded-for': visitor }
    return (await fetch(`${nginx.url}/intento/intent/v1/flow/1`, { headers })).status
  }
  expect([await statusFor('192.0.2.1'), await statusFor('192.0.2.1'), await statusFor('192.0.2.1')]).toEqual([
    200, 200, 200,
  ])
  expect([await statusFor('192.0.2.1'), await statusFor('192.0.2.2')]).toEqual([429, 200])
  await nginx.stop()
})

test.skipIf(spawnSync('systemd-analyze').error)('systemd accepts the unit', () => {
  const [, unit = ''] = /```ini\n(.*?)```/s.exec(guide) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-unit-'))
  const file = join(folder, 'flow-query-gateway.service')
  writeFileSync(file, unit)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([status, stderr]).toEqual([0, ''])
})
