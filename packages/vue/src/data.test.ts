import { waitFor } from '@testing-library/vue'
import { describe, expect, test } from 'vitest'
import { connectionId, createApp, icaAddress, observers, other, owner, renderComposable } from '../test/app.js'
import {
  useFlow,
  useFlowHistory,
  useFlows,
  useFlowsForOwner,
  useIca,
  useInfiniteFlowHistory,
  useInfiniteFlows,
  useInfiniteFlowsForOwner,
  useParams,
} from './index.js'

describe('data', () => {
  test('useFlow: the flow', async () => {
    const app = createApp()
    const { result } = renderComposable(() => useFlow({ id: 2 }), app)

    expect(result).toMatchObject({ status: 'pending', fetchStatus: 'fetching', data: undefined, error: null })
    await waitFor(() => expect(result.status).toBe('success'))
    expect(result.data).toMatchObject({ id: '2', label: 'Flow 2', owner })
    expect(result.data).toEqual(await app.client.flow({ id: 2 }))
  })

  test('useFlows: a page of all flows, with and without arguments', async () => {
    const app = createApp()
    const { result } = renderComposable(
      () => [useFlows(), useFlows({ limit: 2, reverse: true, countTotal: true })],
      app,
    )

    await waitFor(() => expect(result.every(({ isSuccess }) => isSuccess)).toBe(true))
    expect(result[0]?.data?.flows.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(result[1]?.data?.flows.map(({ id }) => id)).toEqual(['6', '5'])
    expect(result[1]?.data?.total).toBe(6)
  })

  test("useFlowsForOwner: a page of an owner's flows", async () => {
    const app = createApp({ flows: [{ owner: other }, { owner }, { owner }, { owner }] })
    const { result } = renderComposable(() => useFlowsForOwner({ owner, limit: 2 }), app)

    await waitFor(() => expect(result.data?.flows.map(({ id }) => id)).toEqual(['2', '3']))
    expect(result.data?.nextKey).toEqual(expect.any(String))
  })

  test("useFlowHistory: a page of a flow's executions", async () => {
    const { result } = renderComposable(() => useFlowHistory({ id: 1, limit: 2, offset: 1 }), createApp())

    await waitFor(() =>
      expect(result.data?.history.map(({ actualExecTime }) => actualExecTime)).toEqual([
        '2025-12-31T01:00:00Z',
        '2025-12-31T02:00:00Z',
      ]),
    )
  })

  test("useIca: the address of an owner's interchain account", async () => {
    const { result } = renderComposable(() => useIca({ owner, connectionId }), createApp())

    await waitFor(() => expect(result.data).toBe(icaAddress))
  })

  test('useParams: the parameters', async () => {
    const { result } = renderComposable(() => useParams(), createApp())

    await waitFor(() => expect(result.data?.minFlowInterval).toBe('5s'))
  })

  test('an id has one form: 14, "14" and 14n are one request and one answer', async () => {
    const app = createApp({ flows: Array.from({ length: 14 }, () => ({})) })
    const { result } = renderComposable(() => [useFlow({ id: 14 }), useFlow({ id: '14' }), useFlow({ id: 14n })], app)

    await waitFor(() => expect(result.map(({ data }) => data?.id)).toEqual(['14', '14', '14']))
    expect(result[1]?.data).toBe(result[0]?.data)
    expect(result[2]?.data).toBe(result[0]?.data)
    expect(app.lcd.requests).toHaveLength(1)
    expect(observers(app)).toEqual([3])
  })

  test('a refetch brings what has changed', async () => {
    const app = createApp()
    const { result } = renderComposable(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(result.data?.label).toBe('Flow 1'))

    app.lcd.updateFlow(1, { label: 'Renamed' })
    await result.refetch()
    await waitFor(() => expect(result.data?.label).toBe('Renamed'))
  })
})

describe('errors', () => {
  const html = '<html><body>502 Bad Gateway</body></html>'

  test.each([
    ['node', { status: 500 }],
    ['node', { status: 502, body: html }],
    ['node', { body: '' }],
    ['network', { refuse: true }],
    ['network', { cut: true }],
    ['timeout', { hang: true }],
    ['timeout', { stall: true }],
    ['rateLimited', { status: 429, body: 'slow down' }],
    ['tooLarge', { status: 429, body: { code: 8, message: 'grpc: received message larger than max (2 vs. 1)' } }],
    ['unsupported', { status: 501, body: { code: 12, message: 'Not Implemented', details: [] } }],
    ['decode', { body: { flow: { id: 14 } } }],
    ['decode', { body: {} }],
  ] as const)('%s: %o', async (kind, failure) => {
    const app = createApp({ timeout: kind === 'timeout' ? 100 : 10_000 })
    app.lcd.fail(failure)
    const { result } = renderComposable(() => useFlow({ id: 1 }), app)

    await waitFor(() => expect(result.error?.kind).toBe(kind))
    expect(result).toMatchObject({ status: 'error', data: undefined, failureCount: 1 })
  })

  test('notFound: no flow has the id', async () => {
    const { result } = renderComposable(() => useFlow({ id: 404 }), createApp())

    await waitFor(() => expect(result.error).toMatchObject({ kind: 'notFound', codespaceCode: 302 }))
    expect(result.error?.message).toContain('/flow/404')
  })

  test('argument: what makes no request sends none', async () => {
    const app = createApp()
    const { result } = renderComposable(
      () => [
        useFlow({ id: '../params' }),
        useFlows({ limit: 0 }),
        useFlows({ key: 'AAAAAAAAAAE=', offset: 1 }),
        useFlowsForOwner({ owner: '💥' }),
        useInfiniteFlowHistory({ id: -1 }),
      ],
      app,
    )

    await waitFor(() => expect(result.map(({ error }) => error?.kind)).toEqual(Array(5).fill('argument')))
    expect(app.lcd.requests).toEqual([])
  })

  test('argument: the node refuses it', async () => {
    const { result } = renderComposable(() => useFlowsForOwner({ owner: 'into1nobody' }), createApp())

    await waitFor(() => expect(result.error?.kind).toBe('argument'))
  })

  test('of every hook', async () => {
    const app = createApp()
    app.lcd.fail({ status: 500 })
    const { result } = renderComposable(
      () => [
        useFlow({ id: 1 }),
        useFlows(),
        useFlowsForOwner({ owner }),
        useFlowHistory({ id: 1 }),
        useIca({ owner, connectionId }),
        useParams(),
        useInfiniteFlows(),
        useInfiniteFlowsForOwner({ owner }),
        useInfiniteFlowHistory({ id: 1 }),
      ],
      app,
    )

    await waitFor(() => expect(result.map(({ error }) => error?.kind)).toEqual(Array(9).fill('node')))
  })

  test('a later success clears one', async () => {
    const app = createApp()
    app.lcd.fail({ refuse: true })
    const { result } = renderComposable(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(result.isError).toBe(true))

    app.lcd.recover()
    await result.refetch()
    await waitFor(() => expect(result).toMatchObject({ status: 'success', error: null, data: { id: '1' } }))
  })

  test('a failed refetch keeps the data and tells the error', async () => {
    const app = createApp()
    const { result } = renderComposable(() => useFlow({ id: 1 }), app)
    await waitFor(() => expect(result.isSuccess).toBe(true))

    app.lcd.fail({ refuse: true })
    await result.refetch()
    await waitFor(() => expect(result).toMatchObject({ error: { kind: 'network' }, data: { id: '1' } }))
  })
})
