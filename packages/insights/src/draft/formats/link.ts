import type { FlowQueryError } from '@flow-query/core'
import { parseExactJson, parseJson } from '@flow-query/core/parts/decode'
import { invalidDraft } from './invalid-draft.js'

const pages = ['submit', 'build', 'new'] as const
const chainParameters = { submit: 'chain', build: 'initialChainId', new: '' } as const

export interface LinkedFlow {
  json: unknown
  page: (typeof pages)[number]
  /** The ID of the chain that the page selects. */
  chain: string | undefined
}

/**
 * Returns the JSON in a link to the portal or the explorer, as their pages read it.
 *
 * The portal's router parses a query like `URLSearchParams`, and the portal accepts one flow. Only its page `/submit` decodes the flow a
 * second time.
 */
export function flowInLink(link: string): LinkedFlow | undefined {
  const url = parseUrl(link)
  if (!url) return undefined
  const page = pages.find(name => new RegExp(`/${name}/?$`).test(url.pathname))
  if (!page)
    throw invalidLink(`leads to \`${url.pathname}\`, but only \`/submit\` and \`/build\` of the portal read a flow`)
  if (url.username || url.password) throw invalidLink(`leads to \`${url.host}\`, although it starts with another name`)
  const [flowInput, ...others] = url.searchParams.getAll('flowInput')
  if (flowInput === undefined) throw invalidLink('has no `flowInput` parameter')
  if (others.length > 0) throw invalidLink(`has ${others.length + 1} \`flowInput\` parameters instead of one`)
  if (hasHiddenFlow(url)) throw invalidLink('contains `flowInput` a second time, outside of its parameter')
  const text = page === 'submit' ? decodedAgain(flowInput) : flowInput
  // The portal rounds large numbers, and the explorer keeps their digits.
  const json = page === 'new' ? parseExactJson(text) : parseJson(text)
  if (json === undefined) throw invalidLink('contains a `flowInput` that is not valid JSON')
  const chain = url.searchParams.get(chainParameters[page]) ?? undefined
  return { json, page, chain }
}

function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url
  if (/^[^\s{["]+[?&]flowInput=/.test(text)) throw invalidLink('must start with `https://`')
  return undefined
}

/** Other readers may find this flow, although the pages don't. */
function hasHiddenFlow({ hash, searchParams }: URL): boolean {
  const others = Array.from(searchParams).filter(([name]) => name !== 'flowInput')
  return /flowInput/i.test([hash, ...others.flat()].join())
}

function decodedAgain(flowInput: string): string {
  try {
    return decodeURIComponent(flowInput)
  } catch {
    throw invalidLink('can’t be decoded twice, as the portal does. Encode each percent sign as %2525')
  }
}

function invalidLink(problem: string): FlowQueryError {
  return invalidDraft(`The link ${problem}`)
}
