import { render } from '@testing-library/vue'
import { afterEach, expect, test, vi } from 'vitest'
import { defineComponent, h, nextTick, toRefs } from 'vue'
import { createApp } from '../test/app.js'
import { useFlow } from './index.js'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Mounts a component with a prop, changes the prop, and returns the warnings. */
async function warningsOf(use: (props: { id: string }) => unknown): Promise<string[]> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const component = defineComponent({
    props: { id: { type: String, required: true } },
    setup(props) {
      use(props)
      return () => h('p')
    },
  })
  const page = render(component, { props: { id: '1' }, global: createApp().global })
  for (const id of ['1', '2', '3']) await page.rerender({ id })
  await nextTick()
  return warn.mock.calls.map(([text]) => String(text))
}

test('warns once if a query got the value of a prop that has changed', async () => {
  expect(await warningsOf(({ id }) => useFlow({ id }))).toEqual([
    'flow-query: The prop id has changed, but the argument id has not. Pass a getter: { id: () => props.id }',
  ])
})

test.each<[string, (props: { id: string }) => unknown]>([
  ['a getter', props => useFlow({ id: () => props.id })],
  ['a getter of all arguments', props => useFlow(() => ({ id: props.id }))],
  ['a ref', props => useFlow({ id: toRefs(props).id })],
  ['the props', props => useFlow(props)],
  ['another value', () => useFlow({ id: '5' })],
])('does not warn about %s', async (_, use) => {
  expect(await warningsOf(use)).toEqual([])
})
