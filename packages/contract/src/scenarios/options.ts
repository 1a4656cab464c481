import { describe, expect, test } from 'vitest'
import { allFlows, firstFlow, fresh, owner } from '../app.js'
import type { Kit } from '../framework.js'

/** Runs the scenarios for changing options. Each binding runs them for every kind of argument that it supports. */
export function changingOptionScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  test.each([
    ['useFlow', (given: () => { enabled: boolean }) => hooks.useFlow(firstFlow, given)],
    ['useInfiniteFlows', (given: () => { enabled: boolean }) => hooks.useInfiniteFlows(allFlows, given)],
  ])('enabled: %s sends no request until it is true', async (_, useQuery) => {
    const app = createApp()
    const page = mount(app, { props: { enabled: false }, use: given => useQuery(given) })
    expect(page.result).toMatchObject({ status: 'pending', fetchStatus: 'idle' })
    expect(app.lcd.requests).toEqual([])

    await page.give({ enabled: true })
    await waitFor(() => expect(page.result.isSuccess).toBe(true))
  })

  test('client: can change to another chain, and falls back to the provided client', async () => {
    const app = createApp({ flows: [{ label: 'Provided' }] })
    const other = createApp({ flows: [{ label: 'Other chain' }], chainId: 'other-1' })
    const page = mount(app, {
      props: { client: other.client as typeof other.client | undefined },
      use: given => hooks.useFlow(firstFlow, given),
    })
    await waitFor(() => expect(page.result.data?.label).toBe('Other chain'))

    await page.give({ client: undefined })
    expect(page.result.data).toBeUndefined()
    await waitFor(() => expect(page.result.data?.label).toBe('Provided'))
    await page.give({ client: other.client })
    await waitFor(() => expect(page.result.data?.label).toBe('Other chain'))
  })
}

export function optionScenarios(kit: Kit): void {
  const { hooks, mount, act, waitFor, createApp } = kit
  const { useFlow, useFlowHistory, useInfiniteFlows } = hooks

  describe('options', () => {
    changingOptionScenarios(kit)

    test('enabled: can be a function of the query', async () => {
      const app = createApp()
      const page = mount(app, {
        props: { open: false },
        use: given =>
          useFlowHistory(firstFlow, () => {
            const { open } = given()
            return { enabled: query => open && query.state.data === undefined }
          }),
      })
      expect(page.result).toMatchObject({ status: 'pending', fetchStatus: 'idle' })

      await page.give({ open: true })
      await waitFor(() => expect(page.result.data?.history).toHaveLength(5))
      await act(() => app.queryClient.refetchQueries())
      expect(app.lcd.requests).toHaveLength(1)
    })

    test('retry: is off by default, even if the QueryClient has a different default', async () => {
      const app = createApp({ queries: { retry: 3, retryDelay: 0 } })
      app.lcd.fail({ status: 503 })
      const page = mount(app, { use: () => useFlow(firstFlow) })

      await waitFor(() => expect(page.result.error?.kind).toBe('node'))
      expect(app.lcd.requests).toHaveLength(1)
    })

    const twice = () => ({ retry: 2, retryDelay: 0 })
    test.each([
      ['useFlow', () => useFlow(firstFlow, twice)],
      ['useInfiniteFlows', () => useInfiniteFlows(allFlows, twice)],
    ])('retry: %s respects the value in its options', async (_, useQuery) => {
      const app = createApp()
      app.lcd.fail({ status: 503, times: 2 })
      const page = mount(app, { use: () => useQuery() })

      await waitFor(() => expect(page.result.isSuccess).toBe(true))
      expect(app.lcd.requests).toHaveLength(3)
    })

    test('select: returns a part of the data, while the cache contains all of it', async () => {
      const app = createApp()
      const page = mount(app, {
        use: () => useFlow(firstFlow, () => ({ select: flow => flow.label.toUpperCase() })),
      })

      await waitFor(() => expect(page.result.data).toBe('FLOW 1'))
      expect(app.queryClient.getQueryCache().getAll()[0]?.state.data).toMatchObject({ id: '1', owner })
    })

    test('select: a changed function returns another part without a request', async () => {
      const app = createApp({ queries: fresh })
      const page = mount(app, {
        props: { field: 'label' as 'label' | 'owner' },
        use: given =>
          useFlow(firstFlow, () => {
            const { field } = given()
            return { select: flow => flow[field] }
          }),
      })
      await waitFor(() => expect(page.result.data).toBe('Flow 1'))

      await page.give({ field: 'owner' })
      expect(page.result.data).toBe(owner)
      expect(app.lcd.requests).toHaveLength(1)
    })
  })
}
