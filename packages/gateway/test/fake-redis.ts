import net, { Socket } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { socketPair } from './memory-socket.js'

/** How Redis responds to the commands of a gateway: as usual, with this error, never, or with something else. */
type Behavior = 'works' | 'hangs' | { readonly error: string } | { readonly reply: string }

export interface FakeRedis {
  readonly url: string
  /** The names of all commands, without those that open a connection. */
  readonly commands: readonly string[]
  behavior: Behavior
  /** Closes all connections, and refuses new ones until `start` is called. */
  readonly stop: () => void
  readonly start: () => void
}

/** Redis in memory, for one test. It can fail in ways in which the real one can't be made to fail. */
export function fakeRedis(): FakeRedis {
  const commands: string[] = []
  const values = new Map<string, Buffer>()
  const sockets = new Set<Socket>()
  let isUp = true

  const connect = vi.spyOn(net, 'createConnection').mockImplementation(() => {
    if (!isUp) return new Socket().destroy(new Error('connect ECONNREFUSED 127.0.0.1:6379'))
    const { client, server } = socketPair('127.0.0.1')
    accept(server)
    return client
  })
  onTestFinished(() => connect.mockRestore())

  function accept(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    let received = Buffer.alloc(0)
    socket.on('data', data => {
      received = Buffer.concat([received, data])
      for (;;) {
        const read = readCommand(received)
        if (!read) return
        received = received.subarray(read.length)
        const reply = replyTo(read.command)
        if (reply !== undefined) socket.write(reply)
      }
    })
  }

  function replyTo([name = Buffer.alloc(0), ...args]: readonly Buffer[]): Buffer | string | undefined {
    const { behavior } = fake
    if (behavior === 'hangs') return undefined
    const command = `${name}`.toUpperCase()
    if (command === 'HELLO') return '-NOPROTO unsupported protocol version\r\n'
    if (command === 'CLIENT') return '+OK\r\n'
    if (command === 'INFO') return bulk(Buffer.from('redis_version:7.0.0\r\nloading:0\r\n'))
    commands.push(command)
    if (typeof behavior === 'object') return 'error' in behavior ? `-${behavior.error}\r\n` : behavior.reply
    if (command === 'SET') return '+OK\r\n'
    const [script, , key, ...others] = args
    if (`${script}`.includes('TIME')) {
      const value = values.get(`${key}`)
      return Buffer.concat([
        Buffer.from(`*2\r\n:${Date.now() * 1_000}\r\n`),
        value ? bulk(value) : Buffer.from('$-1\r\n'),
      ])
    }
    const value = others[3]
    if (value) values.set(`${key}`, value)
    return ':1\r\n'
  }

  const fake: FakeRedis = {
    url: 'redis://redis.test',
    commands,
    behavior: 'works',
    start() {
      isUp = true
    },
    stop() {
      isUp = false
      for (const socket of sockets) socket.destroy()
    },
  }
  return fake
}

function bulk(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`$${value.length}\r\n`), value, Buffer.from('\r\n')])
}

/** Reads a command, which is an array of strings. Returns undefined if a part of it is missing. */
function readCommand(received: Buffer): { command: Buffer[]; length: number } | undefined {
  let position = 0
  const command: Buffer[] = []
  const readNumber = (): number => {
    const end = received.indexOf('\r\n', position)
    if (end < 0) return Number.NaN
    const number = Number(received.toString('latin1', position + 1, end))
    position = end + 2
    return number
  }
  const count = readNumber()
  while (command.length < count) {
    const length = readNumber()
    if (!(position + length + 2 <= received.length)) return undefined
    command.push(Buffer.from(received.subarray(position, position + length)))
    position += length + 2
  }
  return Number.isNaN(count) ? undefined : { command, length: position }
}
