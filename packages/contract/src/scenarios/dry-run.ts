import type { Flow } from '@flow-query/core'
import { describe, expect, test } from 'vitest'
import { other, owner } from '../app.js'
import type { Kit } from '../framework.js'

const send = (amount: string) => ({
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: owner,
  to_address: other,
  amount: [{ denom: 'uinto', amount }],
})

export function dryRunScenarios({ hooks, createApp, mount, act, waitFor }: Kit): void {
  /** Reads the fields that the scenarios check, because React renders again only if a field changes that a page has read. */
  const useFlowDryRun = (args: () => { flow: Flow | undefined }) => {
    const query = hooks.useFlowDryRun(args)
    void [query.data, query.error, query.isFetching]
    return query
  }
  /** An app with two flows. The owner can only afford the messages of the first one. */
  const createAppWithFlows = () => {
    const app = createApp({
      flows: [
        { owner, msgs: [send('5')] },
        { owner, msgs: [send('6')] },
      ],
    })
    app.lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '5' }]
    return app
  }

  describe('useFlowDryRun', () => {
    test('starts with a refetch, and can be repeated', async () => {
      const app = createAppWithFlows()
      const flow = await app.client.flow({ id: 1 })
      const before = app.lcd.requests.length
      const page = mount(app, { use: () => useFlowDryRun(() => ({ flow })) })
      expect(page.result).toMatchObject({ data: undefined, isFetching: false })
      expect(app.lcd.requests).toHaveLength(before)

      await act(() => page.result.refetch())
      await waitFor(() => expect(page.result.data).toMatchObject({ result: 'succeeded' }))
      app.lcd.accounts.balances[owner] = []
      await act(() => page.result.refetch())
      await waitFor(() =>
        expect(page.result.data).toMatchObject({ result: 'failed', messageIndex: 0, problem: 'insufficientFunds' }),
      )
    })
  })
}
