import { describe, expect, test } from 'vitest'
import { other, owner } from './app.js'
import type { Kit } from './framework.js'

const idsOf = (flows: readonly { id: string }[] | undefined) => flows?.map(({ id }) => id)

export function collectionScenarios({ hooks, mount, waitFor, createApp }: Kit): void {
  const { useFlowCollection } = hooks

  describe('useFlowCollection', () => {
    test('every flow of the chain, and of an owner', async () => {
      const app = createApp({ flows: [owner, other, owner].map(owner => ({ owner })) })
      const page = mount(app, { use: () => [useFlowCollection(), useFlowCollection(() => ({ owner }))] })

      await waitFor(() => expect(page.result.map(({ data }) => data?.complete)).toEqual([true, true]))
      expect(page.result.map(({ data }) => idsOf(data?.flows))).toEqual([
        ['1', '2', '3'],
        ['1', '3'],
      ])
    })
  })
}
