import { readdirSync, readFileSync } from 'node:fs'
import { createClock, createLcd, type Exchange, type Lcd, stateFromRecording } from '@flow-query/testing'
import type { FlowClient, PageArgs, QueryName, Version } from '../src/index.js'
import { v1, v1beta1 } from '../src/index.js'

const root = new URL('../../testing/recordings/', import.meta.url)

export const folders = ['v1', 'v1beta1', 'v1-interchain'] as const

export type Folder = (typeof folders)[number]

export const versionOf = (folder: Folder): Version => (folder === 'v1beta1' ? v1beta1 : v1)

export function recording(folder: Folder, file: string): Exchange[] {
  return JSON.parse(readFileSync(new URL(`${folder}/${file}`, root), 'utf8'))
}

/** What else is recorded beside answers. */
const frameFiles = ['events.json', 'timed-out.json']

/** What a node sent on a websocket, oldest first. */
export function frames(folder: 'v1' | 'v1-interchain'): { id: number; result?: object; error?: object }[] {
  return JSON.parse(readFileSync(new URL(`${folder}/events.json`, root), 'utf8'))
}

/** A node that holds a recorded state and stands still at its height. */
export function recordedLcd(folder: Folder): Lcd {
  const state = stateFromRecording(recording(folder, 'state.json'))
  return createLcd({ version: folder === 'v1beta1' ? 'v1beta1' : 'v1', state, clock: createClock(state.time).now })
}

/** A recorded answer to one of the client's queries. */
export interface RecordedAnswer {
  name: string
  version: Version
  query: QueryName
  text: string
  /** As the client would have to be asked for it. */
  read: (client: FlowClient) => Promise<unknown>
  page: PageArgs
}

/** Every answer of status 200 that one of the six queries can have got. */
export function recordedAnswers(): RecordedAnswer[] {
  return folders.flatMap(folder =>
    readdirSync(new URL(`${folder}/`, root))
      .filter(file => !frameFiles.includes(file))
      .flatMap(file => recording(folder, file))
      .filter(({ request, response }) => request.method === 'GET' && response.status === 200)
      .flatMap(({ request, response }) => {
        const url = new URL(request.path, 'http://node')
        const [, , , , route = '', argument = ''] = url.pathname.split('/')
        const asked = queryOf(route, argument, url.searchParams)
        return asked
          ? [{ ...asked, name: `${folder}: ${request.path}`, version: versionOf(folder), text: response.body }]
          : []
      }),
  )
}

function queryOf(
  route: string,
  argument: string,
  parameters: URLSearchParams,
): Pick<RecordedAnswer, 'query' | 'read' | 'page'> | undefined {
  const page = pageOf(parameters)
  switch (route) {
    case 'flow':
      return { query: 'flow', page, read: client => client.flow({ id: argument }) }
    case 'flows':
      return argument
        ? { query: 'flowsForOwner', page, read: client => client.flowsForOwner({ owner: argument, ...page }) }
        : { query: 'flows', page, read: client => client.flows(page) }
    case 'flows-for-owner':
      return { query: 'flowsForOwner', page, read: client => client.flowsForOwner({ owner: argument, ...page }) }
    case 'flow-history':
      return { query: 'flowHistory', page, read: client => client.flowHistory({ id: argument, ...page }) }
    case 'address-to-ica': {
      const owner = parameters.get('owner') ?? ''
      const connectionId = parameters.get('connection_id') ?? ''
      return { query: 'ica', page, read: client => client.ica({ owner, connectionId }) }
    }
    case 'params':
      return { query: 'params', page, read: client => client.params() }
    default:
      return undefined
  }
}

function pageOf(parameters: URLSearchParams): PageArgs {
  const key = parameters.get('pagination.key')
  const limit = Number(parameters.get('pagination.limit'))
  const offset = Number(parameters.get('pagination.offset'))
  return {
    ...(key && { key }),
    ...(limit && { limit }),
    ...(offset && { offset }),
    ...(/^true$/i.test(parameters.get('pagination.reverse') ?? '') && { reverse: true }),
    ...(/^(true|1)$/.test(parameters.get('pagination.count_total') ?? '') && { countTotal: true }),
  }
}
