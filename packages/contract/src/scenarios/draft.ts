import { type FlowDraft, parseDraft } from '@flow-query/insights/draft'
import { describe, expect, test } from 'vitest'
import { type App, other, owner } from '../app.js'
import type { Kit } from '../framework.js'

/** A flow that pays once a minute for an hour, with fees from the owner's wallet. */
export const draft = parseDraft({
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner,
  label: 'Rent',
  msgs: [
    {
      '@type': '/cosmos.bank.v1beta1.MsgSend',
      from_address: owner,
      to_address: other,
      amount: [{ denom: 'uinto', amount: '5' }],
    },
  ],
  duration: '3600s',
  interval: '60s',
  configuration: { wallet_fallback: true },
})

/** Runs the scenarios for changing drafts. Each binding runs them for every kind of argument that it supports. */
export function changingDraftScenarios(kit: Kit): void {
  const { hooks, mount, waitFor } = kit
  const { useFlowDraft } = hooks
  const createApp = createAppWith(kit)

  describe('useFlowDraft', () => {
    test('waits for the draft and its owner', async () => {
      const app = createApp()
      const page = mount(app, {
        props: { draft: undefined as FlowDraft | undefined },
        use: given => useFlowDraft(given),
      })
      expect(page.result).toMatchObject({ data: undefined, isPending: true, error: null })
      await page.give({ draft: { ...draft, owner: '' } })
      expect(page.result).toMatchObject({ data: undefined, isPending: true, error: null })
      expect(app.lcd.requests).toEqual([])

      await page.give({ draft })
      await waitFor(() => expect(page.result.data?.verdict).toBe('good'))
      expect(page.result).toMatchObject({
        isPending: false,
        error: null,
        data: { problems: [], cost: { scheduled: 60 } },
      })
    })

    test('checks a changed draft with the same facts', async () => {
      const app = createApp()
      const page = mount(app, { props: { draft }, use: given => useFlowDraft(given) })
      await waitFor(() => expect(page.result.data?.verdict).toBe('good'))
      const before = app.lcd.requests.length

      await page.give({ draft: { ...draft, label: 'x'.repeat(51) } })
      expect(page.result).toMatchObject({ data: undefined, isPending: true })
      await waitFor(() => expect(page.result.data?.verdict).toBe('refused'))
      expect(page.result.data?.problems).toMatchObject([{ kind: 'labelTooLong', path: 'label' }])
      // Only the simulation is requested again.
      expect(app.lcd.requests.length - before).toBe(1)
    })

    test('checks a draft that is being edited once, after a pause', async () => {
      const app = createApp()
      const page = mount(app, { props: { draft }, use: given => useFlowDraft(given) })
      await waitFor(() => expect(page.result.data?.verdict).toBe('good'))
      const before = app.lcd.requests.length

      for (const label of ['R', 'Re', 'Ren', 'Rent 2']) await page.give({ draft: { ...draft, label } })
      expect(page.result).toMatchObject({ data: undefined, isPending: true })
      expect(app.lcd.requests).toHaveLength(before)
      await waitFor(() => expect(page.result.data?.verdict).toBe('good'))
      expect(app.lcd.requests).toHaveLength(before + 1)
    })

    test('keeps the check of an equal draft', async () => {
      const app = createApp()
      const page = mount(app, { props: { draft }, use: given => useFlowDraft(given) })
      await waitFor(() => expect(page.result.data?.verdict).toBe('good'))
      const before = app.lcd.requests.length
      const { data } = page.result

      await page.give({ draft: structuredClone(draft) })
      expect(page.result.data).toBe(data)
      expect(app.lcd.requests).toHaveLength(before)
    })
  })
}

export function draftScenarios(kit: Kit): void {
  const { hooks, mount, act, waitFor } = kit
  const { useBalances, useFlowDraft } = hooks
  const createApp = createAppWith(kit)
  changingDraftScenarios(kit)

  describe('useFlowDraft', () => {
    test('shares its facts with other hooks, and checks the draft again when they change', async () => {
      const app = createApp()
      const page = mount(app, {
        use: () => ({
          balances: useBalances(() => ({ address: owner })),
          check: useFlowDraft(() => ({ draft })),
        }),
      })
      await waitFor(() => expect(page.result.check.data?.verdict).toBe('good'))
      expect(app.lcd.requests.filter(({ target }) => target.includes(`/balances/${owner}`))).toHaveLength(1)

      app.lcd.accounts.balances[owner] = []
      await act(() => page.result.balances.refetch())
      await waitFor(() => expect(page.result.check.data?.verdict).toBe('willFail'))
      expect(page.result.check.data?.problems).toContainEqual(expect.objectContaining({ kind: 'feeBalanceTooLow' }))
    })

    test('`client` in the options overrides the provided one', async () => {
      const app = createApp()
      const { client } = createApp({ chainId: 'other-1' })
      const page = mount(app, { use: () => useFlowDraft(() => ({ draft, client })) })
      await waitFor(() => expect(page.result.data?.verdict).toBe('good'))
      expect(app.lcd.requests).toEqual([])
    })

    test('returns the error of a fact', async () => {
      const app = createApp()
      app.lcd.fail({ query: 'params', status: 503 })
      const page = mount(app, { use: () => useFlowDraft(() => ({ draft })) })
      await waitFor(() => expect(page.result.error?.kind).toBe('node'))
      expect(page.result.data).toBeUndefined()
    })
  })
}

/** Returns a function that creates an app whose owner has coins. */
function createAppWith({ createApp }: Kit) {
  return (options: Parameters<Kit['createApp']>[0] = {}): App => {
    const app = createApp({ queries: { staleTime: Number.POSITIVE_INFINITY }, ...options })
    app.lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '1000000000' }]
    return app
  }
}
