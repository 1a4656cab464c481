import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { differs, fails, pass, type Step, type StepResult, skipped } from './finding.js'
import type { Node } from './probe.js'
import type { Samples } from './routes.js'

const addressOfOtherChain = 'cosmos17xpfvakm2amg962yls6f84z3kell8c5lserqta'
const unknownId = '18446744073709551615'

export function errorSteps(node: Node, samples: Samples): Step[] {
  const { client, get } = node
  const step = (topic: string, run: Step['run']): Step => ({ group: 'errors', topic, run })
  return [
    step('unknown flow', () => expectError(client.flow({ id: unknownId }), 'notFound')),
    step('invalid flow ID', async () => {
      const { status, code } = await get('flow/abc')
      return status === 400 && code === 3
        ? pass('status 400')
        : differs(`status ${status}, code ${code ?? 'none'} instead of status 400, code 3`)
    }),
    step('history of an unknown flow', async () => {
      const { history } = await client.flowHistory({ id: unknownId, limit: 1 })
      return history.length ? differs('not empty') : pass('empty, like that of a flow that has not run')
    }),
    step('invalid owner', () =>
      expectError(client.flowsForOwner({ owner: addressOfOtherChain, limit: 1 }), 'argument'),
    ),
    step('unknown agent', async () => {
      if (!samples.newest || !samples.agent) return skipped('the chain has no agents')
      // An owner's address is never the address of an agent.
      return expectError(client.trustlessAgent({ agentAddress: samples.newest.owner }), 'notFound')
    }),
    step('unknown interchain account', async () => {
      if (!samples.newest) return skipped('the chain has no flows')
      const { owner } = samples.newest
      return expectError(client.ica({ owner, connectionId: 'connection-999999' }), 'notFound')
    }),
  ]
}

/** Checks reads at a given height. Servers and scripts can use them, but in browsers CORS usually prevents them. */
export function heightSteps(node: Node): Step[] {
  const { client } = node
  const step = (topic: string, run: Step['run']): Step => ({ group: 'heights', topic, run })
  const errorAt = async (height: number): Promise<string | null> => {
    const answer = await node.get('params', { headers: { 'x-cosmos-block-height': `${height}` } })
    return answer.status === 200 ? null : answer.message || `${answer.status}`
  }
  return [
    step('height in responses', async () =>
      node.height === null
        ? differs('missing, so scripts do not know which block they have read')
        : pass(`block ${node.height}`),
    ),
    step('past height', async () => {
      if (node.height === null) return differs('not checked, because responses do not contain the current height')
      const error = await errorAt(Math.max(1, node.height - 10))
      return error === null
        ? pass('the state 10 blocks ago is readable')
        : differs(`${error}. The node keeps only recent states.`)
    }),
    step('future height', async () => {
      const error = await client.params({ height: Number.MAX_SAFE_INTEGER }).then(
        () => null,
        error => error,
      )
      if (error === null) return differs('accepted. A proxy probably removes the height from requests.')
      return isFlowQueryError(error) ? pass('rejected') : fails(String(error))
    }),
  ]
}

async function expectError(request: Promise<unknown>, kind: FlowQueryErrorKind): Promise<StepResult> {
  try {
    await request
    return differs('a result instead of an error')
  } catch (error) {
    if (!isFlowQueryError(error) || error.kind === 'network' || error.kind === 'timeout') throw error
    const { status, code } = error
    const answer = status === undefined ? 'empty response' : `status ${status}, code ${code ?? 'none'}`
    return error.kind === kind
      ? pass(`${answer}, recognized as ${kind}`)
      : fails(`${answer}, recognized as ${error.kind} instead of ${kind}, so users see a wrong message`)
  }
}
