import { describe, expect, test } from 'vitest'
import { recording } from '../../test/recording.js'
import { encodeBech32 } from '../go/bech32.js'
import { address, createClock, createLcd, flow, stateFromRecording } from '../index.js'
import { bigEndian } from './paging.js'

const recorded = stateFromRecording(recording('v1-interchain/state.json'))
const lcd = createLcd({ state: recorded, clock: createClock(recorded.time).now })
const recordedOwner = 'into1htj0rku2aal605rt72ws90vl3tlwfkej4xqt07'

interface Asked {
  status: number
  height: string | null
  body: { code?: number; message?: string; [field: string]: unknown }
}

async function ask(path: string, headers: Record<string, string> = {}): Promise<Asked> {
  const response = await lcd.fetch(`${lcd.url}/intento/intent/v1/${path}`, { headers })
  return {
    status: response.status,
    height: response.headers.get('grpc-metadata-x-cosmos-block-height'),
    body: JSON.parse(await response.text()),
  }
}

const ids = ({ body }: Asked) => (body.flows as { id: string }[]).map(({ id }) => Number(id))
const cursor = (id: bigint) => encodeURIComponent(btoa(bigEndian(id)))
const nodeSaid = (code: number, message: string) => expect.objectContaining({ code, message })
const recordedHeight = '5535'

describe('paths', () => {
  test.each(['flow', 'flow%2F1%2F2', 'flow/:1', 'hosted-accounts', '../v1beta1/flow/1', 'params:x'])(
    '%s is not implemented',
    async path => {
      expect(await ask(path)).toEqual({
        status: 501,
        height: null,
        body: { code: 12, message: 'Not Implemented', details: [] },
      })
    },
  )

  test('the information about the node contains the ID of the chain', async () => {
    const response = await lcd.fetch(`${lcd.url}/cosmos/base/tendermint/v1beta1/node_info`)
    expect(await response.json()).toMatchObject({ default_node_info: { network: 'intento-demo-1' } })
  })

  test('%2F starts a new segment, and other escapes are decoded', async () => {
    expect((await ask('%66low%2F1')).body).toHaveProperty('flow.id', '1')
  })

  test('a colon is part of the id unless it is the last character', async () => {
    expect((await ask('flow/1:2')).body).toEqual(nodeSaid(3, 'invalid request'))
    expect((await ask('flow/1:')).body).toHaveProperty('flow.id', '1')
    expect((await ask('flow/:')).status).toBe(501)
  })

  test('an empty segment is an empty parameter', async () => {
    expect(await ask('flows/')).toMatchObject({ status: 500, body: nodeSaid(2, 'empty address string is not allowed') })
    expect(await ask('flow-history/')).toMatchObject({ status: 400, body: nodeSaid(3, 'invalid request') })
    expect((await ask('trustless-agent/')).body).toHaveProperty('trustless_agent.agent_address', '')
  })

  test('redirects an unclean path with its query, and fetch follows', async () => {
    const path = `${lcd.url}/intento//intent/v1/flows?pagination.limit=1`
    const manual = await lcd.fetch(path, { redirect: 'manual' })
    expect(manual.status).toBe(301)
    expect(manual.headers.get('location')).toBe('/intento/intent/v1/flows?pagination.limit=1')
    const followed = await lcd.fetch(path)
    expect(followed.status).toBe(200)
    expect(followed.url).toBe(`${lcd.url}/intento/intent/v1/flows?pagination.limit=1`)
    await expect(lcd.fetch(path, { redirect: 'error' })).rejects.toBeInstanceOf(TypeError)
  })

  test('rejects a path that cannot be decoded', async () => {
    const response = await lcd.fetch(`${lcd.url}/intento/intent/v1/flow/%zz`)
    expect([response.status, await response.text()]).toEqual([400, '400 Bad Request'])
  })

  test('ignores the origin but checks the service', async () => {
    expect((await lcd.fetch('http://elsewhere:1317/intento/intent/v1/params')).status).toBe(200)
    const other = createLcd({ flows: [], service: 'svc' })
    expect((await other.fetch(`${other.url}/svc/intent/v1/params`)).status).toBe(200)
    expect((await other.fetch(`${other.url}/intento/intent/v1/params`)).status).toBe(501)
  })
})

describe('query parameters', () => {
  test.each([
    ['pagination.limit=%zz', 'invalid URL escape "%zz"'],
    ['pagination.limit=1;pagination.offset=2', 'invalid semicolon separator in query'],
    ['pagination=5', 'field type *query.PageRequest is not supported in query parameters'],
    ['pagination.limit.x=1', 'unexpected nested field x in pagination.limit'],
    ['pagination.key.x=1', 'unexpected repeated field in pagination.key.x'],
  ])('%s is rejected before it reaches the node', async (query, message) => {
    for (const path of ['flows', `flows/${recordedOwner}`, 'flow-history/1', 'trustless-agents', 'flow-history/abc'])
      expect(await ask(`${path}?${query}`)).toEqual({ status: 400, height: null, body: nodeSaid(3, message) })
  })

  test('ignores the query string of queries that read none', async () => {
    for (const path of ['flow/1', 'params', 'total_burnt_coins'])
      expect((await ask(`${path}?pagination.limit=%zz`)).status).toBe(200)
  })

  test('accepts both names of a parameter and ignores unknown ones', async () => {
    expect((await ask('flows?pagination.limit=1&pagination.countTotal=T')).body.pagination).toMatchObject({
      total: '21',
    })
    expect(ids(await ask('flows?pagination.limit[3]=5'))).toEqual([1, 2, 3])
    expect(ids(await ask('flows?pagination.limit=2&pagination.unknown.deep=1&x=y'))).toEqual([1, 2])
  })
})

describe('pages', () => {
  test('a history adds a prefix to the error for a key with an offset', async () => {
    const query = `pagination.key=${cursor(2n)}&pagination.offset=1`
    const wrapped = nodeSaid(13, 'paginate: invalid request, either offset or key is expected, got both')
    expect(await ask(`flow-history/14?${query}`)).toEqual({ status: 500, height: recordedHeight, body: wrapped })
  })

  test('a reverse page from the last item panics in every list', async () => {
    const panic = nodeSaid(13, 'prefixIterator invalid, cannot call Key()')
    for (const path of [
      `flow-history/14?pagination.key=${cursor(240n)}`,
      `flows/${recordedOwner}?pagination.key=${cursor(21n)}`,
    ])
      expect(await ask(`${path}&pagination.reverse=true`)).toEqual({ status: 500, height: recordedHeight, body: panic })
    const pastTheEnd = encodeURIComponent(btoa('into1y'))
    expect((await ask(`trustless-agents?pagination.key=${pastTheEnd}&pagination.reverse=1`)).body).toHaveProperty(
      'trustless_agents.length',
      2,
    )
  })

  test('lists and histories differ when offset plus limit overflows 2^64', async () => {
    const query = 'pagination.offset=3&pagination.limit=18446744073709551615'
    expect((await ask(`flows?${query}`)).body).toMatchObject({ flows: [], pagination: { next_key: 'AAAAAAAAAAM=' } })
    expect((await ask(`flow-history/14?${query}`)).body).toMatchObject({ history: [], pagination: { next_key: null } })
  })
})

describe('owners', () => {
  test('an uppercase address is equivalent', async () => {
    expect(ids(await ask(`flows/${recordedOwner.toUpperCase()}?pagination.limit=2`))).toEqual([1, 2])
  })

  test.each([
    [address(1, 'cosmos'), 'invalid Bech32 prefix; expected into, got cosmos'],
    [encodeBech32('into', new Uint8Array()), 'codespace sdk code 9: unknown address: addresses cannot be empty'],
    [
      encodeBech32('into', new Uint8Array(256)),
      'codespace sdk code 9: unknown address: address max length is 255, got 256',
    ],
  ])('rejects %s', async (owner, message) => {
    expect(await ask(`flows/${owner}`)).toEqual({ status: 500, height: recordedHeight, body: nodeSaid(2, message) })
    expect((await ask(`trustless-agents/${owner}`)).body).toEqual(nodeSaid(2, message))
  })
})

test('interchain accounts are found by either parameter name, but not for a blank owner', async () => {
  const { body } = await ask(`address-to-ica?owner=${recordedOwner}&connectionId=connection-0`)
  expect(body).toEqual({
    interchain_account_address: 'into1tmlt8wdw83h4ms9f25mqxutkp24jycwqd3gjjznlahaemjv78kesqcdz46',
  })
  expect(await ask('address-to-ica?owner=+%20&connection_id=connection-0')).toMatchObject({
    status: 400,
    height: recordedHeight,
    body: nodeSaid(3, 'could not find account: owner address cannot be empty: invalid account address'),
  })
})

describe('heights', () => {
  test.each([
    [
      '',
      'codespace sdk code 18: invalid request: Baseapp.RegisterGRPCServer: invalid height header "x-cosmos-block-height": strconv.ParseInt: parsing "": invalid syntax',
    ],
    ['-1', 'codespace sdk code 18: invalid request: cannot query with height < 0; please provide a valid height'],
    [
      '5536',
      'codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height',
    ],
  ])('%j is rejected', async (height, message) => {
    const asked = await ask('params', { 'X-Cosmos-Block-Height': height })
    expect(asked).toEqual({ status: 500, height: null, body: nodeSaid(2, message) })
  })

  test('0 means the newest height, and a bad parameter is reported before a bad height', async () => {
    expect(await ask('params', { 'x-cosmos-block-height': '0' })).toMatchObject({ status: 200, height: recordedHeight })
    expect(await ask('flows?pagination.limit=x', { 'x-cosmos-block-height': 'abc' })).toMatchObject({ status: 400 })
  })

  test('an earlier height has no later flows or executions', async () => {
    const before = { 'x-cosmos-block-height': '4700' }
    const then = await ask('flows?pagination.count_total=true', before)
    expect(then.height).toBe('4700')
    expect(ids(then)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    expect((await ask(`flows/${recordedOwner}`, before)).body.pagination).toMatchObject({ total: '8' })
    expect((await ask('flow/16', before)).body).toEqual(nodeSaid(2, 'codespace intent code 302: not found: flow'))
    expect((await ask('flow-history/16', before)).body.history).toEqual([])
    const some = Number(((await ask('flow-history/4', before)).body.pagination as { total: string }).total)
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(90)
  })
})

describe('preflight', () => {
  const preflight = async (headers: Record<string, string>) => {
    const response = await lcd.fetch(`${lcd.url}/anything`, { method: 'OPTIONS', headers })
    return [response.status, response.headers.get('access-control-allow-origin')]
  }
  test.each([
    [{}, [400, null]],
    [{ 'Access-Control-Request-Method': 'DELETE' }, [405, null]],
    [{ 'Access-Control-Request-Method': 'GET' }, [200, '*']],
    [{ 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'accept, Content-Type' }, [200, '*']],
    [{ 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'content-type,x-mine' }, [403, null]],
  ])('%j', async (headers, answer) => {
    expect(await preflight(headers as Record<string, string>)).toEqual(answer)
  })
})

describe('a response over 10 MiB', () => {
  const sample = stateFromRecording(recording('v1/65000-flows.json').slice(0, 1))
  const flows = Array.from({ length: 65_000 }, (_, index) => ({
    ...(sample.flows[index % sample.flows.length] ?? flow()),
    id: String(index + 1),
  }))
  const many = createLcd({ state: { ...sample, flows }, clock: createClock(sample.time).now })
  const get = async (query: string) => {
    const response = await many.fetch(`${many.url}/intento/intent/v1/flows?${query}`)
    return {
      status: response.status,
      height: response.headers.has('grpc-metadata-x-cosmos-block-height'),
      text: await response.text(),
    }
  }

  test('is rejected with about the same byte count as on a real node', async () => {
    const { status, height, text } = await get('pagination.limit=100000')
    expect([status, height]).toEqual([429, true])
    const [, bytes] =
      /^{"code":8, "message":"grpc: received message larger than max \((\d+) vs. 10485760\)"/.exec(text) ?? []
    expect(Math.abs(Number(bytes) / 29_176_852 - 1)).toBeLessThan(0.01)
  })

  test('is sent if it is large only as JSON', async () => {
    const { status, text } = await get('pagination.limit=20000')
    expect(status).toBe(200)
    expect(text.length).toBeGreaterThan(10 * 1024 * 1024)
  })
})
