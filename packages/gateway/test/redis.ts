import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

export interface RedisServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts `redis-server` without files, by default on a free port. */
export async function startRedis(port?: number): Promise<RedisServer> {
  port ??= await freePort()
  const args = ['--port', `${port}`, '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1']
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  const isUp = () =>
    new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('redis-server ended.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
