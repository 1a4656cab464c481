import { type Version, v1, v1beta1 } from '@flow-query/core'
import { fieldsOf } from '../fields.js'
import { withoutTrailingSlashes } from '../node/address.js'
import { type Finding, fails, pass, type StepResult } from './finding.js'
import { type Answer, createProbe, type Get, type ProbeOptions, Unanswered } from './probe.js'

export interface Presence {
  findings: Finding[]
  found: { version: Version; get: Get; height: number | null } | null
}

export interface PresenceOptions extends ProbeOptions {
  url: string
  service: string
  versions: readonly Version[]
}

export async function findNode(options: PresenceOptions): Promise<Presence> {
  const { versions, signal } = options
  const findings: Finding[] = []
  const find = (topic: string, result: StepResult) => findings.push({ group: 'node', topic, ...result })
  const answers = new Map<Version, Answer>()
  try {
    for (const version of versions) answers.set(version, await probeOf(options, version)('params'))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Unanswered)) throw error
    find('response', fails(`${error.message}. Check the URL, and that the node enables its REST server (api.enable).`))
    return { findings, found: null }
  }

  find('response', pass('received'))
  const supported = versions.filter(version => isParams(answers.get(version)))
  const [version] = supported
  const [answer] = answers.values()
  if (!version || !answer) {
    find('version', fails(await explainMissingApi(options, answer)))
    return { findings, found: null }
  }
  find(
    'version',
    supported.length === 1
      ? pass(version.name)
      : pass(`${supported.map(({ name }) => name).join(' and ')}. flow-query uses ${version.name}.`),
  )
  const height = Number(answers.get(version)?.headers.get('grpc-metadata-x-cosmos-block-height')) || null
  return { findings, found: { version, get: probeOf(options, version), height } }
}

export const knownVersions: readonly Version[] = [v1, v1beta1]

function probeOf({ url, service, ...options }: PresenceOptions, { name }: Version): Get {
  return createProbe(`${withoutTrailingSlashes(url)}/${encodeURIComponent(service)}/intent/${name}/`, options)
}

function isParams(answer: Answer | undefined): boolean {
  return answer?.status === 200 && typeof fieldsOf(answer.body).params === 'object'
}

async function explainMissingApi(options: PresenceOptions, answer: Answer | undefined): Promise<string> {
  const { url, service } = options
  const { origin, pathname } = new URL(url)
  if (pathname !== '/') {
    for (const version of options.versions) {
      const atRoot = await probeOf({ ...options, url: origin }, version)('params').catch(() => undefined)
      if (isParams(atRoot)) return `the API is at ${origin}. Remove ${withoutTrailingSlashes(pathname)} from the URL.`
    }
  }
  const elsewhere = answer?.headers.get('location')
  if (answer && elsewhere && URL.canParse(elsewhere, answer.url))
    return `the server redirects to ${new URL(elsewhere, answer.url)}. Use that URL.`
  if (answer?.code === 12)
    return `this Cosmos node has no flows API at /${service}/intent. Check the chain and --service.`
  if (answer && answer.code !== null) return `the node returned ${answer.status}: ${answer.message}`
  const status = answer ? ` (${answer.status}, ${answer.headers.get('content-type') ?? 'no content type'})` : ''
  return `this is not a node's REST server${status}. It may be a website or the node's RPC, which has a different URL.`
}
