import { type FlowQueryErrorKind, isFlowQueryError } from '@flow-query/core'
import { differs, fails, type Outcome, pass, type Step, skipped } from './finding.js'
import type { Node } from './probe.js'
import type { Samples } from './routes.js'

const beyond = '18446744073709551615'

/** How the node says no, and whether flow-query understands it. */
export function errorSteps(node: Node, samples: Samples): Step[] {
  const { client, get } = node
  const step = (topic: string, run: Step['run']): Step => ({ group: 'errors', topic, run })
  return [
    step('no such flow', () => understood(client.flow({ id: beyond }), 'notFound')),
    step('a flow id that is none', async () => {
      const { status, code } = await get('flow/abc')
      return status === 400 && code === 3
        ? pass('400')
        : differs(`${status}, code ${code ?? 'none'}, instead of 400, code 3`)
    }),
    step('history of no flow', async () => {
      const { history } = await client.flowHistory({ id: beyond, limit: 1 })
      return history.length ? differs('not empty') : pass('empty: asking for the flow tells whether there is one')
    }),
    step('an owner that is none', () => understood(client.flowsForOwner({ owner: 'nobody', limit: 1 }), 'argument')),
    step('no such agent', async () => {
      if (!samples.newest || !samples.agent) return skipped('there is no agent to ask about')
      // Agents have addresses of their own.
      return understood(client.trustlessAgent({ agentAddress: samples.newest.owner }), 'notFound')
    }),
    step('no interchain account', async () => {
      if (!samples.newest) return skipped('there is no owner to ask about yet')
      const { owner } = samples.newest
      return understood(client.ica({ owner, connectionId: 'connection-999999' }), 'notFound')
    }),
  ]
}

/** Reads at heights, which servers and scripts can ask for, and pages cannot. */
export function heightSteps(node: Node): Step[] {
  const { client } = node
  const step = (topic: string, run: Step['run']): Step => ({ group: 'heights', topic, run })
  const at = async (height: number): Promise<string | null> => {
    const answer = await node.get('params', { headers: { 'x-cosmos-block-height': `${height}` } })
    return answer.status === 200 ? null : answer.message || `${answer.status}`
  }
  return [
    step('told with answers', async () =>
      node.height === null
        ? differs('no: scripts cannot tell which block they have read.')
        : pass(`block ${node.height}`),
    ),
    step('a past height', async () => {
      if (node.height === null) return differs('the newest height is not known, so none before it could be tried.')
      const refusal = await at(Math.max(1, node.height - 10))
      return refusal === null
        ? pass('ten blocks ago can be read')
        : differs(`${refusal}. It keeps only its newest states.`)
    }),
    step('a height to come', async () => {
      const error = await client.params({ height: Number.MAX_SAFE_INTEGER }).then(
        () => null,
        error => error,
      )
      if (error === null) return differs('answered all the same: something on the way drops --height.')
      return isFlowQueryError(error) ? pass('refused') : fails(String(error))
    }),
  ]
}

async function understood(asked: Promise<unknown>, kind: FlowQueryErrorKind): Promise<Outcome> {
  try {
    await asked
    return differs('answered, where an error is due')
  } catch (error) {
    if (!isFlowQueryError(error) || error.kind === 'network' || error.kind === 'timeout') throw error
    const { status, code } = error
    const answer = status === undefined ? 'an empty one' : `${status}, code ${code ?? 'none'}`
    return error.kind === kind
      ? pass(`${answer}, understood as ${kind}`)
      : fails(`${answer} reads as ${error.kind}, not ${kind}: users are told the wrong thing.`)
  }
}
