import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface RedisServer {
  readonly url: string
  readonly process: ChildProcess
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
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

export interface Partition {
  readonly url: string
  /** Stops forwarding. Connections stay open, and unsent data arrives after `heal`, like on a real network. */
  readonly cut: () => void
  readonly heal: () => void
  readonly close: () => void
}

/** Forwards connections to a server, and can stop forwarding without closing them. */
export async function startPartition(url: string): Promise<Partition> {
  const target = Number(new URL(url).port)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(client => {
    const upstream = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', data => to.write(data))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isCut) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `redis://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    heal() {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
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
