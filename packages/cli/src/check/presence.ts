import { type Version, v1, v1beta1 } from '@flow-query/core'
import { fieldsOf } from '../fields.js'
import { type Finding, fails, type Outcome, pass } from './finding.js'
import { type Answer, createProbe, type Get, Unanswered } from './probe.js'

export interface Presence {
  findings: Finding[]
  /** Null where there is no node to look at any closer. */
  found: { version: Version; get: Get; height: number | null } | null
}

export interface Wanted {
  url: string
  service: string
  versions: readonly Version[]
  timeout: number
  signal: AbortSignal
}

/** Whether anything is there, and which version of the interface it speaks. */
export async function findNode(wanted: Wanted): Promise<Presence> {
  const { versions, signal } = wanted
  const findings: Finding[] = []
  const find = (topic: string, [verdict, text]: Outcome) => findings.push({ group: 'node', topic, verdict, text })
  const answers = new Map<Version, Answer>()
  try {
    for (const version of versions) answers.set(version, await probeOf(wanted, version)('params'))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Unanswered)) throw error
    find('answers', fails(`${error.message}. Is the address right, and does the node serve REST there (api.enable)?`))
    return { findings, found: null }
  }

  find('answers', pass('something is there'))
  const spoken = versions.filter(version => isParams(answers.get(version)))
  const [version] = spoken
  const [answer] = answers.values()
  if (!version || !answer) {
    find('version', fails(await whatElse(wanted, answer)))
    return { findings, found: null }
  }
  find(
    'version',
    spoken.length === 1
      ? pass(version.name)
      : pass(`${spoken.map(({ name }) => name).join(' and ')}; clients take ${version.name}`),
  )
  const height = Number(answers.get(version)?.headers.get('grpc-metadata-x-cosmos-block-height')) || null
  return { findings, found: { version, get: probeOf(wanted, version), height } }
}

export const knownVersions: readonly Version[] = [v1, v1beta1]

function probeOf({ url, service, timeout, signal }: Wanted, { name }: Version): Get {
  return createProbe(`${url.replace(/\/+$/, '')}/${encodeURIComponent(service)}/intent/${name}/`, timeout, signal)
}

function isParams(answer: Answer | undefined): boolean {
  return answer?.status === 200 && typeof fieldsOf(answer.body).params === 'object'
}

/** What it is that answers, but not as a node of the interface. */
async function whatElse(wanted: Wanted, answer: Answer | undefined): Promise<string> {
  const { url, service } = wanted
  const { origin, pathname } = new URL(url)
  if (pathname !== '/') {
    for (const version of wanted.versions) {
      const atRoot = await probeOf({ ...wanted, url: origin }, version)('params').catch(() => undefined)
      if (isParams(atRoot))
        return `not at this path, but at ${origin}: leave ${pathname.replace(/\/+$/, '')} out of the address`
    }
  }
  const elsewhere = answer?.headers.get('location')
  if (answer && elsewhere && URL.canParse(elsewhere, answer.url))
    return `it sends everybody on to ${new URL(elsewhere, answer.url)}: use the address there`
  if (answer?.code === 12)
    return `this is a Cosmos node, but none with flows under /${service}/intent. Another chain, or another --service?`
  if (answer && answer.code !== null) return `it answered ${answer.status}: ${answer.message}`
  const status = answer ? ` (${answer.status}, ${answer.headers.get('content-type') ?? 'no content type'})` : ''
  return `this is no node's REST server${status}: a web server, or the node's RPC? Its REST has an address of its own.`
}
