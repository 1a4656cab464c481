import { nameVerdict } from '@flow-query/format'
import {
  createFlowClient,
  type Flow,
  type FlowQueryError,
  isFlowQueryError,
  type UseFlowResult as ReactFlow,
} from '@flow-query/react'
import type { FlowCollection } from '@flow-query/react/collection'
import { flowVerdict } from '@flow-query/react/insights'
import type { FlowEvent } from '@flow-query/react/live'
import type { UseFlowResult as SvelteFlow } from '@flow-query/svelte'
import { createLcd } from '@flow-query/testing'
import type { UseFlowResult as VueFlow } from '@flow-query/vue'
import type { useFlowsHealth } from '@flow-query/vue/insights'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const assertType = <T extends true>(): T | undefined => undefined

// Checks that the types of each package resolve and are not `any`.
assertType<Same<FlowCollection['flows'][number], Flow>>()
assertType<Same<FlowEvent['owner'], string | null>>()
assertType<Same<ReactFlow['data'], Flow | undefined>>()
assertType<Same<ReactFlow['error'], FlowQueryError | null>>()
assertType<Same<SvelteFlow['data'], Flow | undefined>>()
assertType<Same<VueFlow['data']['value'], Flow | undefined>>()
assertType<Same<ReturnType<typeof useFlowsHealth>['error']['value'], FlowQueryError | null>>()

const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
const flow = await client.flow({ id: 1 })
const history = await client.flowHistory({ id: 1, reverse: true })
console.log(flow.label, nameVerdict(flowVerdict(flow, history, null, { block: flow.startTime })))

// @ts-expect-error: `id` is required
const error: unknown = await client.flow({}).catch(error => error)
if (isFlowQueryError(error, 'argument')) console.log(error.shortMessage)
