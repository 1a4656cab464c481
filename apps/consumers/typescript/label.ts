import { createFlowClient, type Flow, type FlowQueryError, isFlowQueryError } from '@flow-query/core'
import type { FlowCollection } from '@flow-query/core/collection'
import { flowHealth } from '@flow-query/core/insights'
import type { FlowEvent } from '@flow-query/core/live'
import type { UseFlowResult as ReactFlow } from '@flow-query/react'
import type { UseFlowResult as SvelteFlow } from '@flow-query/svelte'
import { createLcd } from '@flow-query/testing'
import type { UseFlowResult as VueFlow } from '@flow-query/vue'
import type { useFlowsHealth } from '@flow-query/vue/insights'
import { nameHealth } from '@flow-query/words'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(): T | undefined => undefined

// The types of each package are there, and none has become `any`.
holds<Same<FlowCollection['flows'][number], Flow>>()
holds<Same<FlowEvent['owner'], string | null>>()
holds<Same<ReactFlow['data'], Flow | undefined>>()
holds<Same<ReactFlow['error'], FlowQueryError | null>>()
holds<Same<SvelteFlow['data'], Flow | undefined>>()
holds<Same<VueFlow['data']['value'], Flow | undefined>>()
holds<Same<ReturnType<typeof useFlowsHealth>['error']['value'], FlowQueryError | null>>()

const lcd = createLcd({ flows: [{ label: 'Pay rent' }] })
const client = createFlowClient({ lcd: lcd.url, fetch: lcd.fetch })
const flow = await client.flow({ id: 1 })
const history = await client.flowHistory({ id: 1, reverse: true })
console.log(flow.label, nameHealth(flowHealth(flow, history, Date.parse(flow.startTime))))

// @ts-expect-error: an id is needed
const error: unknown = await client.flow({}).catch(error => error)
if (isFlowQueryError(error, 'argument')) console.log(error.shortMessage)
