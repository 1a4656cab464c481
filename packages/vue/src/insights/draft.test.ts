import { createFlowClient } from '@flow-query/core'
import { parseDraft } from '@flow-query/insights/draft'
import { address, createLcd } from '@flow-query/testing'
import { QueryClient, VueQueryPlugin } from '@tanstack/vue-query'
import { expect, onTestFinished, test } from 'vitest'
import { createApp, reactive } from 'vue'
import { until } from '../../../../tests/setup/until.js'
import { FlowQueryPlugin } from '../index.js'
import { useFlowDraft } from './index.js'

test('checks a draft again when a nested value of a reactive object changes', async () => {
  const owner = address('owner')
  const lcd = createLcd()
  lcd.deposit(owner, { denom: 'uinto', amount: '1' })
  const send = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: owner, to_address: owner, amount: [] }
  const draft = reactive(parseDraft({ owner, msgs: [send], duration: '24h', interval: '1h', feeFunds: [] }))
  const app = createApp({
    setup() {
      const { data } = useFlowDraft({ draft })
      return () => data.value?.problems.map(({ kind }) => kind).join(' ')
    },
  })
  app.use(VueQueryPlugin, { queryClient: new QueryClient() })
  app.use(FlowQueryPlugin, { client: createFlowClient({ lcd: lcd.url, fetch: lcd.fetch }) })
  const root = document.createElement('div')
  app.mount(root)
  onTestFinished(() => app.unmount())
  await until(() => expect(root.textContent).toContain('invalidCoins'))

  draft.feeFunds.push({ denom: 'uinto', amount: '5' })
  await until(() => expect(root.textContent).toContain('feeFundsNotHeld'))
})
