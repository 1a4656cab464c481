import {
  changingArgumentScenarios,
  changingDraftScenarios,
  changingForecastScenarios,
  changingHealthScenarios,
  changingLiveScenarios,
  changingOptionScenarios,
  kitOf,
} from '@flow-query/contract'
import { render, screen } from '@testing-library/vue'
import { describe, expect, test } from 'vitest'
import { computed, defineComponent, h, reactive, ref, watchEffect } from 'vue'
import { createApp } from '../test/app.js'
import { type Form, framework, hooksWith } from '../test/framework.js'
import { useFlow, useFlows, useParams } from './index.js'

/** Casts a conversion to `Form`, because the types of scenarios only allow getters. */
const form = (write: (get: () => object) => unknown) => write as Form

const whole = {
  'a ref': form(get => computed(get)),
  'a ref of a reactive object': form(get => {
    const given = ref(get())
    watchEffect(() => {
      given.value = get()
    })
    return given
  }),
}

/** Returns an object with the same fields. `field` converts a getter for each value. */
const fields = (get: () => object, field: (read: () => unknown) => unknown) =>
  Object.fromEntries(Object.keys(get()).map(name => [name, field(() => Reflect.get(get(), name))]))

const byField = {
  'an object that contains refs': form(get => fields(get, computed)),
  'an object that contains getters': form(get => fields(get, read => read)),
  'a reactive object': form(get => reactive(fields(get, computed))),
  'a getter of an object that contains refs': form(get => () => fields(get, computed)),
}

describe.each(Object.entries({ ...whole, ...byField }))('arguments in %s', (_, form) => {
  changingArgumentScenarios(kitOf({ ...framework, hooks: hooksWith(form) }))
})

/** The objects whose values and fields both have to be unwrapped. */
const nested = ['a ref of a reactive object', 'a getter of an object that contains refs'] as const

describe.each(nested)('flows in %s', name => {
  const kit = kitOf({ ...framework, hooks: hooksWith({ ...whole, ...byField }[name]) })
  changingForecastScenarios(kit)
  changingDraftScenarios(kit)
  changingHealthScenarios(kit)
})

describe.each(Object.entries({ ...whole, 'an object that contains refs': byField['an object that contains refs'] }))(
  'options in %s',
  (_, form) => changingOptionScenarios(kitOf({ ...framework, hooks: hooksWith(undefined, form) })),
)

describe.each(Object.entries(whole))('live, with options in %s', (_, form) => {
  changingLiveScenarios(kitOf({ ...framework, hooks: hooksWith(undefined, form) }))
})

test('a changed prop fetches another flow', async () => {
  const component = defineComponent(
    (props: { id: number }) => {
      const { data } = useFlow({ id: () => props.id })
      return () => h('p', data.value?.label)
    },
    { props: ['id'] },
  )
  const { rerender } = render(component, { ...createApp(), props: { id: 1 } })
  expect(await screen.findByText('Flow 1')).toBeDefined()

  await rerender({ id: 2 })
  expect(await screen.findByText('Flow 2')).toBeDefined()
})

test('optional arguments can be set and removed', async () => {
  const args = ref<{ limit: number }>()
  const component = defineComponent(() => {
    const [flows, params] = [useFlows(args), useParams(undefined)]
    return () => h('p', `${flows.data.value?.flows.length}, ${params.data.value?.minFlowInterval}`)
  })
  render(component, createApp())
  expect(await screen.findByText('6, 5s')).toBeDefined()

  args.value = { limit: 2 }
  expect(await screen.findByText('2, 5s')).toBeDefined()
  args.value = undefined
  expect(await screen.findByText('6, 5s')).toBeDefined()
})
