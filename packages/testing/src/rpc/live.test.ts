import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createLcd, flow, type Lcd, type MemoryWebSocket } from '../index.js'

const executedQuery = "tm.event='NewBlockEvents' AND flow-triggered.flow-id EXISTS"
const initialTime = new Date('2026-11-20T21:00:00Z')

/** Creates a node on the system clock, with a flow that is due in ten seconds and then every minute. */
function running(): Lcd {
  const [execTime, startTime] = ['2026-11-20T21:00:10Z', '2026-11-20T20:59:10Z']
  return createLcd({ flows: [flow({ interval: '60s', startTime, execTime }, initialTime.getTime())] })
}

async function subscribe(lcd: Lcd): Promise<{ socket: MemoryWebSocket; heights: number[] }> {
  const socket = new lcd.WebSocket('wss://node.test/websocket')
  const heights: number[] = []
  socket.onmessage = ({ data }) => {
    const { result } = JSON.parse(data)
    if (result.data) heights.push(Number(result.data.value.height))
  }
  await new Promise<void>(resolve => socket.addEventListener('open', () => resolve()))
  socket.send(JSON.stringify({ id: 1, method: 'subscribe', params: { query: executedQuery } }))
  await vi.advanceTimersByTimeAsync(0)
  return { socket, heights }
}

describe('on a running clock', () => {
  beforeEach(() => {
    vi.setSystemTime(initialTime)
  })

  test('delivers events on time', async () => {
    const { heights } = await subscribe(running())
    await vi.advanceTimersByTimeAsync(9_900)
    expect(heights).toEqual([])
    await vi.advanceTimersByTimeAsync(1_100)
    expect(heights).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    expect(heights).toHaveLength(4)
  })

  test('runs a timer only while a client is subscribed', async () => {
    const lcd = running()
    expect(vi.getTimerCount()).toBe(0)
    const sockets = [(await subscribe(lcd)).socket, (await subscribe(lcd)).socket]
    expect(vi.getTimerCount()).toBe(1)
    sockets[0]?.close()
    expect(vi.getTimerCount()).toBe(1)
    sockets[1]?.close()
    expect(vi.getTimerCount()).toBe(0)
    await subscribe(lcd)
    lcd.cut()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('drops delayed messages when the connection closes', async () => {
    const lcd = running()
    const { socket, heights } = await subscribe(lcd)
    lcd.disturb({ delay: 1_000 })
    lcd.execute(1)
    await vi.advanceTimersByTimeAsync(500)
    socket.close()
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(heights).toEqual([])
  })

  test('after a long sleep, delivers only blocks since the subscription', async () => {
    const lcd = running()
    vi.setSystemTime(initialTime.getTime() + 20 * 24 * 3_600_000)
    const { heights } = await subscribe(lcd)
    expect(heights).toEqual([])
    await vi.advanceTimersByTimeAsync(120_000)
    expect(heights).toHaveLength(2)
    expect(Math.min(...heights)).toBeGreaterThan(lcd.height - 240)
  })

  test('disconnects a client that sleeps through more than 1,000 blocks with executions, and sends it nothing', async () => {
    const lcd = running()
    const { socket, heights } = await subscribe(lcd)
    vi.setSystemTime(initialTime.getTime() + 24 * 3_600_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([socket.readyState, heights, lcd.sockets]).toEqual([socket.CLOSED, [], 0])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the in-memory WebSocket', () => {
  const lcd = createLcd({ flows: [flow()] })
  const closing = (socket: MemoryWebSocket) =>
    new Promise<string[]>(resolve => {
      const seen: string[] = []
      for (const type of ['open', 'error', 'close'])
        socket.addEventListener(type, () => seen.push(`${type} ${socket.readyState}`))
      socket.onclose = () => queueMicrotask(() => resolve(seen))
    })

  test('moves through its ready states in order', async () => {
    const socket = new lcd.WebSocket('ws://node.test/some/path/websocket')
    expect([socket.readyState, socket.url, lcd.sockets]).toEqual([
      socket.CONNECTING,
      'ws://node.test/some/path/websocket',
      0,
    ])
    expect(() => socket.send('x')).toThrow(expect.objectContaining({ name: 'InvalidStateError' }))
    const seen = closing(socket)
    socket.onopen = () => {
      socket.close(3_000, 'enough')
      expect([socket.readyState, lcd.sockets]).toEqual([socket.CLOSING, 0])
      socket.send('never delivered')
      socket.close()
    }
    expect(await seen).toEqual(['open 2', 'close 3'])
  })

  test('a connection fails on other paths, or if it is closed before it opens', async () => {
    expect(await closing(new lcd.WebSocket('wss://node.test/'))).toEqual(['error 3', 'close 3'])
    const early = new lcd.WebSocket('wss://node.test/websocket')
    const seen = closing(early)
    early.close()
    expect(await seen).toEqual(['error 3', 'close 3'])
    expect(lcd.sockets).toBe(0)
  })

  test.each(['http://node.test/websocket', 'wss://node.test/websocket#x', 'node.test'])(
    '%s is not a valid WebSocket URL',
    url => {
      expect(() => new lcd.WebSocket(url)).toThrow(expect.objectContaining({ name: 'SyntaxError' }))
    },
  )

  test('decodes bytes as text and does not call removed listeners', async () => {
    const socket = new lcd.WebSocket(new URL('wss://node.test/websocket'))
    await new Promise<void>(resolve => socket.addEventListener('open', () => resolve()))
    const heard = vi.fn()
    socket.addEventListener('message', heard)
    socket.removeEventListener('message', heard)
    const answer = new Promise<unknown>(resolve =>
      socket.addEventListener('message', event => resolve((event as MessageEvent).data)),
    )
    socket.send(new TextEncoder().encode('{"id":1,"method":"health"}'))
    expect(await answer).toBe('{"jsonrpc":"2.0","id":1,"result":{}}')
    expect(heard).not.toHaveBeenCalled()
    expect(() => socket.close(1001)).toThrow(expect.objectContaining({ name: 'InvalidAccessError' }))
    expect(() => socket.close(1000, 'x'.repeat(124))).toThrow(expect.objectContaining({ name: 'SyntaxError' }))
    socket.close()
  })
})
