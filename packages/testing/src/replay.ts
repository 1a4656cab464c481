import { createFetch } from './fetch.js'
import { decodeBase64 } from './go/base64.js'
import { goJson } from './go/text.js'
import type { Exchange } from './recording.js'
import { grpcCode, httpStatus, NodeError } from './rest/errors.js'
import type { Reply } from './rest/failures.js'
import type { Answer } from './rest/http.js'
import { encodeList, takePage } from './rest/lists.js'
import { firstId, type Store, storeById } from './rest/paging.js'
import { pageRequest } from './rest/parameters.js'

/**
 * Creates a `fetch` that answers with the recorded responses of one or more nodes, by origin. Unlike `stateFromRecording`, it never
 * changes, and a recording doesn't have to contain all flows.
 *
 * Flows can be read as a list, by owner and by ID. Histories can be read in pages of any size and direction. `blocks/latest` is the
 * newest recorded block. A flow without a recording does not exist. Other requests without a recording are not supported.
 *
 * @example
 * const fetch = replayRecordings({ 'http://node': exchanges, 'http://other-chain': otherExchanges })
 * const client = createFlowClient({
 *   lcd: 'http://node',
 *   chains: { 'connection-0': { lcd: 'http://other-chain' } },
 *   fetch,
 * })
 */
export function replayRecordings(nodes: { readonly [origin: string]: readonly Exchange[] }): typeof fetch {
  const fetches = new Map(
    Object.entries(nodes).map(([origin, exchanges]) => {
      const answerTo = replayNode(exchanges)
      return [origin, createFetch(({ target }) => whole(answerTo(new URL(target, origin))))] as const
    }),
  )
  return async function replayFetch(input, init) {
    const { origin } = new URL(input instanceof Request ? input.url : input)
    const fetchRecorded = fetches.get(origin)
    if (!fetchRecorded) throw new TypeError(`No recording was passed for ${origin}.`)
    return fetchRecorded(input, init)
  }
}

function whole(answer: Answer): Reply {
  return { answer, delivery: 'whole', delay: 0, padding: 0 }
}

interface Recorded<Item> {
  id: number
  item: Item
}

interface RecordedFlow {
  id: string
  owner: string
}

function replayNode(exchanges: readonly Exchange[]): (url: URL) => Answer {
  const answers = new Map<string, Answer>()
  const flows: Recorded<RecordedFlow>[] = []
  const agents = new Map<string, object>()
  for (const { request, response } of exchanges) {
    const url = new URL(request.path, 'http://node')
    if (request.method !== 'GET' || request.headers?.['x-cosmos-block-height']) continue
    answers.set(keyOf(url), response)
    if (response.status !== 200) continue
    if (/\/blocks\/\d+$/.test(url.pathname)) answers.set(url.pathname.replace(/\d+$/, 'latest'), response)
    const { flow, trustless_agents = [] } = JSON.parse(response.body)
    if (flow) flows.push({ id: Number(flow.id), item: flow })
    for (const agent of trustless_agents) agents.set(agent.agent_address, agent)
  }
  flows.sort((one, other) => one.id - other.id)
  const headers = exchanges[0]?.response.headers ?? {}

  function flowsPage(owner: string, { searchParams }: URL): string {
    const selected = flows.filter(({ item }) => !owner || item.owner === owner)
    return encodeList('flows', takePage(storeOf(selected), pageRequest([...searchParams])), goJson, () => 0)
  }

  function bodyOf(url: URL): string {
    const [, route = '', argument = ''] = /\/intent\/v1\/([a-z-]+)\/?(\w*)$/.exec(url.pathname) ?? []
    switch (route) {
      case 'flow':
        throw new NodeError(grpcCode.unknown, 'codespace intent code 302: not found: flow')
      case 'flows':
        return flowsPage(argument, url)
      case 'trustless-agent':
        return goJson({
          trustless_agent: agents.get(argument) ?? { agent_address: '', ica_config: null, fee_config: null },
        })
      case 'flow-history':
        return historyPage(answers.get(keyOf(url)), url)
      default:
        throw new NodeError(grpcCode.unimplemented, 'Not Implemented')
    }
  }

  return url => {
    const isHistory = url.pathname.includes('/flow-history/')
    const recorded = answers.get(keyOf(url))
    if (recorded && !isHistory) return recorded
    try {
      return { status: 200, headers, body: bodyOf(url) }
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      const { code, message } = error
      return { status: httpStatus[code] ?? 500, headers, body: goJson({ code, message, details: [] }) }
    }
  }
}

/** Requests that differ only in the page or in the order of their parameters have the same key. */
function keyOf({ pathname, searchParams }: URL): string {
  const parameters = [...searchParams].filter(([name]) => !name.startsWith('pagination.')).sort()
  return parameters.length > 0 ? `${pathname}?${new URLSearchParams(parameters)}` : pathname
}

function historyPage(answer: Answer | undefined, { searchParams }: URL): string {
  const { history, pagination }: RecordedHistory = answer?.status === 200 ? JSON.parse(answer.body) : noHistory
  const missing = pagination.next_key === null ? '' : decodeBase64(pagination.next_key)
  const request = pageRequest([...searchParams])
  if (missing && !request.reverse)
    throw new NodeError(grpcCode.unimplemented, 'The recording lacks the oldest entries of the history')
  const count = missing === '' ? 0 : Number(firstId(missing))
  const entries = history.toReversed().map((item, index) => ({ id: count + index + 1, item }))
  const page = takePage(storeOf(entries), request)
  return encodeList('history', { ...page, nextKey: page.nextKey ?? (missing || null) }, goJson, () => 0)
}

interface RecordedHistory {
  history: object[]
  pagination: { next_key: string | null }
}

const noHistory: RecordedHistory = { history: [], pagination: { next_key: null } }

function storeOf(recorded: readonly Recorded<object>[]): Store<object> {
  return storeById(
    recorded.length,
    index => recorded[index]?.id ?? 0,
    index => recorded[index]?.item ?? {},
  )
}
