import { beforeEach, vi } from 'vitest'

// Clients use the older version, unless a test chooses the versions.
vi.mock(import('../../../core/src/client.js'), async importOriginal => {
  const original = await importOriginal()
  const { v1beta1 } = await import('../../../core/src/versions/v1beta1.js')
  return { ...original, createFlowClient: options => original.createFlowClient({ versions: [v1beta1], ...options }) }
})

/** The tests of `live-flows.test.ts` that depend on `v1`, by reason. */
const onlyV1: readonly (readonly [reason: string, tests: RegExp])[] = [
  ['Only `v1` has the total of burnt coins.', /after an `executed` event, the flow, its histories and the burnt total/],
  ['In `v1beta1`, the event of a successful response names no flow.', /an `acknowledged` or `timedOut` event/],
  ['The list of an owner has another route.', /a `created` event requests the missing flow|with 100 loaded pages/],
]

beforeEach(({ task, skip }) => {
  const [reason] = onlyV1.find(([, tests]) => tests.test(task.name)) ?? []
  if (reason) skip(reason)
})
