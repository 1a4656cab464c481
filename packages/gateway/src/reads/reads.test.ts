import { chainTime, createFlowClient } from '@flow-query/core'
import { createClock, createLcd, flow } from '@flow-query/testing'
import { expect, test, vi } from 'vitest'
import { settle, until } from '../../../../tests/setup/until.js'
import { withMessages } from '../../../core/test/web-socket.js'
import { eventsArrive, readerOf, requestsOf, startLive, startWith } from '../../test/gateway.js'

const v1 = '/intento/intent/v1'
const owner = flow().owner

test('reads a flow once for many requests, and again after an event', async () => {
  const { lcd, get, readUntil } = await startLive({ flows: [{ label: 'old' }, {}] })
  await readUntil(`${v1}/flow/1`, 'old')
  await get(`${v1}/flow/2`)
  const before = lcd.requests.length
  const replies = await Promise.all(Array.from({ length: 50 }, () => get(`${v1}/flow/1`)))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(lcd.requests.length).toBe(before)
  lcd.updateFlow(1, { label: 'new' })
  await readUntil(`${v1}/flow/1`, 'new')
  await get(`${v1}/flow/2`)
  expect(lcd.requests.slice(before).map(({ target }) => target)).toEqual([`${v1}/flow/1`])
})

test('merges identical requests that run at the same time', async () => {
  const { lcd, get } = await startLive({ flows: [{}] })
  lcd.fail({ slow: 100 })
  const replies = await until(Promise.all(Array.from({ length: 20 }, () => get(`${v1}/flow/1`))))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(lcd.requests.filter(({ query }) => query === 'flow')).toHaveLength(1)
})

test('an execution invalidates the flow, its history and the lists that contain it, and nothing else', async () => {
  const { lcd, get, readUntil } = await startLive({ flows: [{}, {}] })
  const affected = [
    `${v1}/flow/1`,
    `${v1}/flows?pagination.limit=1`,
    `${v1}/flows/${owner}?pagination.limit=10`,
    `${v1}/flow-history/1?pagination.limit=10`,
    `${v1}/flow-history/1?pagination.limit=1&pagination.reverse=true`,
  ]
  const others = [
    `${v1}/flow/2`,
    `${v1}/flow-history/2?pagination.limit=10`,
    `${v1}/flows?pagination.key=AAAAAAAAAAI%3D&pagination.limit=1`,
    `${v1}/params`,
  ]
  for (const path of [...affected, ...others]) await get(path)
  lcd.execute(1)
  await readUntil(`${v1}/flow-history/1?pagination.limit=10`, 'scheduled_exec_time')
  const before = lcd.requests.length
  for (const path of [...affected, ...others]) await get(path)
  expect(lcd.requests.slice(before).map(({ target }) => target)).toEqual(affected.filter(path => path !== affected[3]))
})

test('on v1beta1, an acknowledgement invalidates histories whose newest run has timed out', async () => {
  const flows = [{ selfHostedIca: { connectionId: 'connection-0', portId: `icacontroller-${owner}` } }]
  const { lcd, get, readUntil } = await startLive({ flows, version: 'v1beta1' })
  const path = '/intento/intent/v1beta1/flow-history/1?pagination.limit=10'
  for (let run = 0; run < 2; run++) lcd.execute(1, { outcome: 'unacknowledged' })
  lcd.answer(1, { outcome: 'timedOut' })
  await readUntil(path, '"timed_out":true')
  await get(path)
  lcd.answer(1, { outcome: 'succeeded' })
  await readUntil(path, '"executed":true')
})

test('with a limit of 0, a new flow changes the total', async () => {
  const { lcd, get, readUntil } = await startLive({ flows: Array.from({ length: 101 }, () => ({})) })
  const path = `${v1}/flows?pagination.limit=0`
  expect((await get(path)).text).toContain('"total":"101"')
  lcd.addFlow({})
  await readUntil(path, '"total":"102"')
})

test('forwards parameters in camel case, which nodes accept too', async () => {
  const { lcd, get, readUntil } = await startLive({ flows: [{}, {}] })
  const path = `${v1}/flows?pagination.limit=1&pagination.countTotal=true`
  expect((await get(path)).text).toContain('"total":"2"')
  lcd.addFlow({})
  await readUntil(path, '"total":"3"')
  await get(`${v1}/flows?pagination.countTotal=true&pagination.limit=1&pagination.count_total=false`)
  expect(requestsOf(lcd).map(({ target }) => target)).toEqual([
    `${v1}/flows?pagination.count_total=true&pagination.limit=1`,
    `${v1}/flows?pagination.count_total=true&pagination.limit=1`,
    `${v1}/flows?pagination.count_total=false&pagination.limit=1`,
  ])
})

test('a new flow invalidates the last page of lists, and the pages of its owner', async () => {
  const { lcd, get, readUntil } = await startLive({ flows: [{}, {}, {}] })
  const full = `${v1}/flows?pagination.limit=2`
  const last = `${v1}/flows?pagination.key=AAAAAAAAAAM%3D&pagination.limit=2`
  const newest = `${v1}/flows?pagination.limit=1&pagination.reverse=true`
  const ofOwner = `${v1}/flows/${owner}?pagination.limit=10`
  const counted = `${v1}/flows?pagination.count_total=true&pagination.limit=1`
  const missing = `${v1}/flow/4`
  for (const path of [full, last, newest, ofOwner, counted, missing]) await get(path)
  lcd.addFlow({ owner, label: 'just created' })
  await readUntil(last, 'just created')
  await readUntil(newest, 'just created')
  await readUntil(ofOwner, 'just created')
  await readUntil(counted, '"total":"4"')
  await readUntil(missing, 'just created')
  const before = lcd.requests.length
  await get(full)
  expect(lcd.requests.length).toBe(before)
})

test('the newest block is never earlier than the newest event', async () => {
  const { lcd, get, readUntil } = await startLive({ flows: [{}], clock: createClock(Date.now()).now })
  const status = '/cosmos/base/node/v1beta1/status'
  const history = `${v1}/flow-history/1?pagination.limit=10`
  await get(status)
  await get(history)
  lcd.execute(1)
  await readUntil(history, 'scheduled_exec_time')
  expect((await get(status)).json).toMatchObject({ height: `${lcd.height}` })
})

test('a client reads the newest block of an old node through the gateway, and an event invalidates it', async () => {
  const { lcd, url, fetch, get, readUntil } = await startLive({ flows: [{}] })
  const blockAt = (height: string) => ({ block: { header: { height, time: '2026-11-24T10:00:00Z' } } })
  const blocks = '/cosmos/base/tendermint/v1beta1/blocks/latest'
  const old = (height: string) => {
    lcd.fail({ path: '/node/v1beta1/status', status: 501, body: { code: 12, message: 'Not Implemented', details: [] } })
    lcd.fail({ path: blocks, status: 200, body: blockAt(height) })
  }
  old('7')
  const client = createFlowClient({ lcd: url, fetch, retries: 0 })
  expect(await chainTime(client)).toMatchObject({ height: '7', block: '2026-11-24T10:00:00Z' })
  await get(blocks)
  expect(lcd.requests.filter(({ target }) => target === blocks)).toHaveLength(1)
  lcd.recover()
  old('8')
  lcd.execute(1)
  await readUntil(blocks, '"height":"8"')
})

test('reads each block once, because blocks never change', async () => {
  const { lcd, get, readUntil } = await startLive({ flows: [{}] })
  const block = `/cosmos/base/tendermint/v1beta1/blocks/${lcd.height}`
  const first = await get(block)
  lcd.execute(1)
  await readUntil(`${v1}/flow-history/1?pagination.limit=10`, 'scheduled_exec_time')
  expect(await get(block)).toMatchObject({ status: 200, text: first.text })
  expect(lcd.requests.filter(({ target }) => target === block)).toHaveLength(1)
})

test('after an interruption, a client that connects again gets the changes that no event announced', async () => {
  const { lcd, url, WebSocket, get, readUntil } = await startLive({ flows: [{ label: 'old' }] })
  await readUntil(`${v1}/flow/1`, 'old')
  const readAt = Date.now()
  const restore = lcd.disturb({ refuse: true })
  lcd.cut()
  lcd.updateFlow(1, { label: 'new' })
  await until(() => lcd.sockets === 0)
  restore()
  await eventsArrive({ url, WebSocket })
  // Otherwise, the response would have expired.
  vi.setSystemTime(readAt)
  expect((await get(`${v1}/flow/1`)).text).toContain('new')
})

test('a run invalidates the balances of the accounts that its flow names', async () => {
  const feeAddress = flow({ owner }).feeAddress
  const { lcd, get } = await startLive({ flows: [{}] })
  const path = `/cosmos/bank/v1beta1/balances/${feeAddress || owner}`
  await get(`${v1}/flow/1`)
  await get(path)
  const before = lcd.requests.length
  lcd.execute(1)
  await settle()
  await get(path)
  expect(lcd.requests.slice(before).map(({ target }) => target)).toContain(path)
})

test('forwards the bytes and the errors of the node', async () => {
  const { lcd, get } = await startLive({ flows: [{ label: 'ä <b> \u2028' }], version: 'v1beta1' })
  for (const path of ['flow/1', 'flow/9', 'flow/abc', 'flows-for-owner/nobody', 'params', 'address-to-ica'].map(
    path => `/intento/intent/v1beta1/${path}`,
  )) {
    const { status, text, headers } = await get(path)
    const direct = await lcd.fetch(lcd.url + path)
    expect([path, status, text]).toEqual([path, direct.status, await direct.text()])
    expect(headers.get('content-type')).toBe(direct.headers.get('content-type'))
    expect(headers.get('grpc-metadata-x-cosmos-block-height')).toBe(
      direct.headers.get('grpc-metadata-x-cosmos-block-height'),
    )
  }
})

test('a past block is immutable, can be read from browsers, and is read once', async () => {
  const { lcd, get, url, fetch } = await startLive({ flows: [{ label: 'old' }] })
  const height = `${lcd.height}`
  lcd.updateFlow(1, { label: 'new' })
  const past = await get(`${v1}/flow/1`, { 'x-cosmos-block-height': height })
  expect(past.text).toContain('old')
  expect(past.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(past.headers.get('vary')).toContain('x-cosmos-block-height')
  const before = lcd.requests.length
  expect((await get(`${v1}/flow/1`, { 'x-cosmos-block-height': `00${height}` })).text).toBe(past.text)
  expect(lcd.requests.length).toBe(before)
  const preflight = await fetch(`${url}${v1}/flow/1`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://page.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-cosmos-block-height',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-cosmos-block-height')
  expect((await get(`${v1}/flow/1`, { 'x-cosmos-block-height': '-1' })).status).toBe(400)
  expect((await get(`${v1}/flow/1`, { 'x-cosmos-block-height': '999999999999' })).status).toBe(500)
})

test('a client that has the newest response gets 304', async () => {
  const { get } = await startLive({ flows: [{}] })
  const { headers } = await get(`${v1}/flow/1`)
  expect(headers.get('cache-control')).toBe('public, no-cache')
  expect(headers.get('age')).toMatch(/^\d+$/)
  const etag = headers.get('etag') as string
  for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
    const again = await get(`${v1}/flow/1`, { 'if-none-match': known })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers.get('etag')).toBe(etag)
  }
  expect((await get(`${v1}/flow/1`, { 'if-none-match': '"other"' })).status).toBe(200)
})

test('if all nodes fail, the last good response is served and marked as stale', async () => {
  const { lcd, get, readUntil } = await startLive({ flows: [{ label: 'old' }] })
  const fresh = await get(`${v1}/flow/1`)
  expect(fresh.headers.has('x-flow-query-stale')).toBe(false)
  lcd.fail({ refuse: true })
  lcd.updateFlow(1, { label: 'new' })
  await settle()
  const stale = await get(`${v1}/flow/1`, { origin: 'https://page.example' })
  expect(stale.headers.get('x-flow-query-stale')).toMatch(/^\d+$/)
  expect(stale).toMatchObject({ status: 200, text: fresh.text })
  expect(stale.headers.get('cache-control')).toBe('no-store')
  expect(stale.headers.get('access-control-expose-headers')).toContain('x-flow-query-stale')
  expect(await get(`${v1}/flow/2`)).toMatchObject({ status: 502, json: { code: 14 } })
  lcd.recover()
  // The error is repeated for a second.
  vi.advanceTimersByTime(1_000)
  const recovered = await readUntil(`${v1}/flow/1`, 'new')
  expect(recovered.headers.has('x-flow-query-stale')).toBe(false)
})

test('a client that retries after a temporary error recovers as early as with a node', async () => {
  const { lcd, url, fetch } = await startLive({ flows: [{}] })
  lcd.fail({ status: 503, times: 1 })
  const client = createFlowClient({ lcd: url, fetch, retries: 1 })
  expect((await until(client.flow({ id: 1 }))).id).toBe('1')
  expect(requestsOf(lcd)).toHaveLength(2)
})

test.each([
  ['a page', { status: 200, body: '<html><script>alert(1)</script></html>' }, 502],
  ['half of a response', { status: 200, body: '{"flow":{"id' }, 502],
  ['no body', { status: 200, body: '' }, 502],
  ['null', { status: 200, body: 'null' }, 502],
  ['a list', { status: 200, body: '[]' }, 502],
  ['a page with status 403', { status: 403, body: '<html>Are you a robot?</html>' }, 403],
])('if a proxy sends %s instead of a response, the last good response is served', async (_, failure, status) => {
  const { lcd, get } = await startLive({ flows: [{ label: 'good' }, {}] })
  await get(`${v1}/flow/1`)
  lcd.fail(failure)
  vi.setSystemTime(Date.now() + 61_000)
  const stale = await get(`${v1}/flow/1`)
  expect(stale).toMatchObject({ status: 200, text: expect.stringContaining('good') })
  expect(stale.headers.has('x-flow-query-stale')).toBe(true)
  expect((await get(`${v1}/flow/2`)).status).toBe(status)
  lcd.recover()
  expect((await get(`${v1}/flow/2`)).status).toBe(200)
})

test('the second node answers if the first one fails', async () => {
  const [first, second] = [createLcd({ flows: [{}] }), createLcd({ flows: [{}] })]
  first.fail({ status: 503 })
  const { get } = readerOf(await startWith([first, second]))
  expect((await get(`${v1}/flow/1`)).status).toBe(200)
  expect(second.requests.filter(({ target }) => target.startsWith(v1))).toHaveLength(1)
})

test('the second node answers if the responses of the first one are too large', async () => {
  const lcds = [createLcd({ flows: [{}] }), createLcd({ flows: [{}] })] as const
  lcds[0].fail({ query: 'flow', padding: 2_000_000 })
  const { get } = readerOf(await startWith(lcds, { maxBodyBytes: 1_000_000 }))
  expect((await get(`${v1}/flow/1`)).status).toBe(200)
})

test('reads a node that lags behind again until it has the announced change', async () => {
  const { lcd, get, readUntil } = await startLive({ flows: [{ label: 'old' }, {}] })
  await get(`${v1}/flow/1`)
  lcd.lag = 1_000
  lcd.updateFlow(1, { label: 'new' })
  await settle()
  const behind = await until(get(`${v1}/flow/1`))
  expect(behind.headers.get('x-flow-query-stale')).not.toBeNull()
  expect(behind.text).toContain('old')
  lcd.lag = 0
  const { headers } = await readUntil(`${v1}/flow/1`, 'new')
  expect(headers.has('x-flow-query-stale')).toBe(false)
})

test('a node that lags behind is skipped if another one has the change', async () => {
  const [first, second] = [createLcd({ flows: [{ label: 'old' }] }), createLcd({ flows: [{ label: 'old' }] })]
  const { get, readUntil } = readerOf(await startWith([first, second]))
  await get(`${v1}/flow/1`)
  first.lag = 1_000
  second.updateFlow(1, { label: 'new' })
  second.advance(60_000)
  first.updateFlow(1, { label: 'new' })
  const { headers } = await readUntil(`${v1}/flow/1`, 'new')
  expect(headers.has('x-flow-query-stale')).toBe(false)
})

test('a node that lags behind is skipped if another one has the blocks from before the events', async () => {
  const lcds = [createLcd({ flows: [{ label: 'old' }] }), createLcd({ flows: [{ label: 'old' }] })] as const
  const [lagging, current] = lcds
  for (const lcd of lcds) lcd.updateFlow(1, { label: 'new' })
  lagging.lag = 1_000
  const gateway = await startWith(lcds, { rpc: current.rpc, WebSocket: current.WebSocket })
  await eventsArrive(gateway)
  const { get, readUntil } = readerOf(gateway)
  const { headers } = await readUntil(`${v1}/flow/1`, 'new')
  expect(headers.has('x-flow-query-stale')).toBe(false)
  current.fail({ refuse: true })
  // An older response is better than none. The second one is from the cache.
  for (let count = 0; count < 2; count++) {
    const { text, headers } = await get(`${v1}/flows?pagination.limit=5`)
    expect([text.includes('old'), headers.has('x-flow-query-stale')]).toEqual([true, true])
  }
})

test('a response with a height that the chain has not reached does not hide later changes', async () => {
  const lcd = createLcd({ flows: [{ label: 'old' }] })
  let isWrong = true
  const gateway = await startWith(lcd, {
    async fetch(url, init) {
      const response = await lcd.fetch(`${url}`, init)
      if (isWrong) response.headers.set('grpc-metadata-x-cosmos-block-height', '99999999')
      return response
    },
  })
  await eventsArrive(gateway)
  const { get, readUntil } = readerOf(gateway)
  const { headers } = await get(`${v1}/flow/1`)
  expect(headers.get('grpc-metadata-x-cosmos-block-height')).toBeNull()
  isWrong = false
  lcd.updateFlow(1, { label: 'new' })
  await readUntil(`${v1}/flow/1`, 'new')
})

const ahead = [1, 5, 90, 101, 5_000, 99_999_999]

test.each(ahead)('a height that is %i too high hides neither changes with events nor those without', async blocks => {
  const { lcd, get, disturb } = await startWithHeights()
  for (const hasEvents of [true, false]) {
    lcd.disturb({ drop: hasEvents ? 0 : 1 })
    for (let count = 0; count < 5; count++) {
      disturb(height => height + blocks)
      await get(`${v1}/flow/1`)
      disturb(height => height)
      const label = `${hasEvents} ${count}`
      lcd.updateFlow(1, { label })
      vi.setSystemTime(Date.now() + (hasEvents ? 1_000 : 61_000))
      await until(async () => expect((await get(`${v1}/flow/1`)).text).toContain(label))
    }
  }
})

test.each(ahead.slice(1))('a node that always reports heights that are %i too high hides no changes', async blocks => {
  const { lcd, get, disturb } = await startWithHeights()
  disturb(height => height + blocks)
  for (let count = 0; count < 5; count++) {
    await get(`${v1}/flow/1`)
    await get(`${v1}/flows`)
    lcd.updateFlow(1, { label: `${count}` })
    await vi.advanceTimersByTimeAsync(100)
    for (const path of [`${v1}/flow/1`, `${v1}/flows`]) expect((await get(path)).text).toContain(`"label":"${count}"`)
  }
})

test.each(ahead)(
  'an event or a status that is %i blocks too high does not make correct responses stale',
  async blocks => {
    const lcd = createLcd({ flows: [{ label: 'old' }] })
    let isWrong = true
    const WebSocket = withMessages(lcd, data => {
      const raised = data.replace(
        /"(latest_block_height|height)":"(\d+)"/,
        (_, name, height) => `"${name}":"${Number(height) + blocks}"`,
      )
      if (!isWrong || raised === data) return data
      isWrong = false
      return raised
    })
    const gateway = await startWith(lcd, { WebSocket })
    await eventsArrive(gateway)
    const { get } = readerOf(gateway)
    for (const label of ['one', 'two', 'three']) {
      isWrong = label === 'one'
      lcd.updateFlow(1, { label })
      await vi.advanceTimersByTimeAsync(3_000)
      const reply = await until(get(`${v1}/flow/1`))
      expect(reply.text).toContain(label)
      if (label !== 'one' || blocks > 100) expect(reply.headers.has('x-flow-query-stale')).toBe(false)
    }
  },
)

/** A gateway whose node reports the heights of its responses as `disturb` says. */
async function startWithHeights() {
  const lcd = createLcd({ flows: [{ label: 'old' }] })
  let change = (height: number) => height
  const name = 'grpc-metadata-x-cosmos-block-height'
  const gateway = await startWith(lcd, {
    async fetch(url, init) {
      const response = await lcd.fetch(`${url}`, init)
      response.headers.set(name, `${change(Number(response.headers.get(name)))}`)
      return response
    },
  })
  await eventsArrive(gateway)
  const disturb = (next: typeof change) => {
    change = next
  }
  return { lcd, disturb, ...readerOf(gateway) }
}

test('a flow that was due is read again although no event came', async () => {
  const { lcd, get } = await startLive({ flows: [{ label: 'due' }] })
  lcd.disturb({ drop: 1 })
  const before = await get(`${v1}/flow/1`)
  await get(`${v1}/flow-history/1`)
  vi.setSystemTime(Date.parse((before.json as { flow: { exec_time: string } }).flow.exec_time) + 6_000)
  expect((await get(`${v1}/flow/1`)).text).not.toBe(before.text)
  expect((await get(`${v1}/flow-history/1`)).text).toContain('scheduled_exec_time')
})

test('a history is read again after a response shows that its flow ran without an event', async () => {
  const dueAt = Date.now() + 10_000
  const { lcd, get } = await startLive({ flows: [{ execTime: new Date(dueAt).toISOString() }] })
  lcd.disturb({ drop: 1 })
  await get(`${v1}/flow/1`)
  await get(`${v1}/flow-history/1`)
  vi.setSystemTime(dueAt + 1_000)
  await get(`${v1}/flows`)
  expect((await get(`${v1}/flow-history/1`)).text).toContain('scheduled_exec_time')
})

test('only a dry run may be a POST request, and its response is not cached', async () => {
  const { lcd, url, fetch } = await startLive({ flows: [{}] })
  const post = (path: string, body: string) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const simulate = '/cosmos/tx/v1beta1/simulate'
  const body = '{"tx": {"body": {"messages": []}}}'
  for (const _ of [1, 2]) {
    const reply = await post(simulate, body)
    const direct = await lcd.fetch(lcd.url + simulate, { method: 'POST', body })
    expect([reply.status, await reply.text()]).toEqual([direct.status, await direct.text()])
    expect(reply.headers.get('cache-control')).toBe('no-store')
  }
  expect((await post(`${v1}/flow/1`, body)).status).toBe(501)
  expect((await post('/cosmos/tx/v1beta1/txs', body)).status).toBe(501)
  expect((await post(simulate, `{"tx": "${'x'.repeat(300_000)}"}`)).status).toBe(413)
})
