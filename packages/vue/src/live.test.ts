import { render, screen, waitFor } from '@testing-library/vue'
import { expect, test } from 'vitest'
import { defineComponent, h, KeepAlive, ref } from 'vue'
import { createApp } from '../test/app.js'
import { useFlow } from './index.js'
import { useLiveFlows } from './live/index.js'

test('a client in a ref shares the connection, so a changed flow is fetched once', async () => {
  let hold = Promise.resolve()
  const app = createApp({ hold: () => hold })
  render(
    defineComponent(() => {
      const [live, same] = [useLiveFlows(), useLiveFlows(ref({ client: app.client }))]
      const { data } = useFlow({ id: 1 })
      return () => [h('h1', `${live.value.state}, ${same.value.state}`), h('p', data.value?.label)]
    }),
    app,
  )
  expect(await screen.findByText('connected, connected')).toBeDefined()
  expect(await screen.findByText('Flow 1')).toBeDefined()
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))

  const before = app.signals.length
  // A second connection would send a request before the first response arrives.
  let answer = () => {}
  hold = new Promise(resolve => {
    answer = resolve
  })
  app.lcd.updateFlow(1, { label: 'Changed' })
  await waitFor(() => expect(app.signals.length).toBeGreaterThan(before))
  answer()
  expect(await screen.findByText('Changed')).toBeDefined()
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  expect(app.lcd.requests.slice(before).map(({ query }) => query)).toEqual(['flow'])
})

test('stays connected in KeepAlive until KeepAlive is unmounted', async () => {
  const app = createApp()
  const Status = defineComponent(() => {
    const live = useLiveFlows()
    return () => h('p', live.value.state)
  })
  const page = defineComponent(
    (props: { shown: boolean }) => () => h(KeepAlive, () => (props.shown ? h(Status) : null)),
    {
      props: ['shown'],
    },
  )
  const { rerender, unmount } = render(page, { ...app, props: { shown: true } })
  expect(await screen.findByText('connected')).toBeDefined()

  await rerender({ shown: false })
  expect(screen.queryByText('connected')).toBeNull()
  await rerender({ shown: true })
  expect(screen.getByText('connected')).toBeDefined()
  expect(app.connections).toHaveLength(1)
  unmount()
  await waitFor(() => expect(app.lcd.sockets).toBe(0))
})
