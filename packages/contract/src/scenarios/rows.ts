import { expect, test } from 'vitest'
import type { Kit } from '../framework.js'

export function rowScenarios({ hooks, mountRows, act, waitFor, createApp }: Kit): void {
  test.each([
    [
      'useFlows',
      () => {
        const list = hooks.useFlows(() => ({ limit: 1_000 }))
        return () => list.data?.flows ?? []
      },
    ],
    [
      'useInfiniteFlows',
      () => {
        const list = hooks.useInfiniteFlows(() => ({ limit: 1_000 }))
        return () => list.data?.pages.flatMap(page => page.flows) ?? []
      },
    ],
  ])('%s: a refetch of 1,000 rows renders only the changed rows', async (_, useRows) => {
    const app = createApp({ flows: Array.from({ length: 1_000 }, () => ({ label: 'Pay rent' })) })
    const rendered: string[] = []
    mountRows(
      app,
      () => useRows(),
      id => rendered.push(id),
    )
    await waitFor(() => expect(rendered).toHaveLength(1_000))
    rendered.length = 0

    await act(() => app.queryClient.refetchQueries())
    expect(app.lcd.requests).toHaveLength(2)
    expect(rendered).toEqual([])

    app.lcd.updateFlow(500, { label: 'Pay more' })
    await act(() => app.queryClient.refetchQueries())
    await waitFor(() => expect(rendered).toEqual(['500']))
  })
}
