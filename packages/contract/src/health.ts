import { describe, expect, test } from 'vitest'
import type { Kit } from './framework.js'

export function healthScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  const { useFlows, useFlowsHealth } = hooks

  describe('useFlowsHealth', () => {
    test('the health of each flow, in the order of the flows', async () => {
      const app = createApp()
      const page = mount(app, {
        use: () => {
          const list = useFlows(() => ({ reverse: true }))
          return useFlowsHealth(() => ({ flows: list.data?.flows }))
        },
      })
      expect(page.result).toEqual({ data: [], isPending: true, error: null })

      await waitFor(() => expect(page.result.isPending).toBe(false))
      expect(page.result.data.map(({ flow }) => flow.id)).toEqual(['6', '5', '4', '3', '2', '1'])
      expect(page.result.error).toBeNull()
    })
  })
}
