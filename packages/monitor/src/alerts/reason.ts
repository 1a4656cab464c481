import { parseJson } from '@flow-query/core/parts/decode'
import * as z from 'zod'
import { shortened, withoutControls } from './formats.js'

const longestReason = 200

/**
 * Returns why a receiver rejected a message, in its own words, or null if its response doesn't say it.
 *
 * @param url its parts are removed from the reason, because they can contain a token
 */
export function statedReason(body: string, url: URL): string | null {
  const reason = withoutSecrets(withoutControls(textIn(body)), url)
    .replace(/\s+/g, ' ')
    .replace(/[\s.]+$/, '')
    .trim()
  return reason === '' ? null : shortened(reason, longestReason)
}

function textIn(body: string): string {
  const text = body.trim()
  if (text.startsWith('<')) return /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? ''
  const parsed = parseJson(text)
  if (parsed !== undefined) return textsOf(parsed).join(': ')
  // A body that was cut off is no JSON, but its start often contains the reason.
  const start = /^[{[].*?"(?:description|message|error|detail)"\s*:\s*("(?:[^"\\]|\\.)*")/s.exec(text)?.[1]
  if (start !== undefined) return String(parseJson(start) ?? '')
  return /^[{["]/.test(text) ? '' : text
}

const optionalText = z.string().optional().catch(undefined)
const problem = z.object({
  description: optionalText,
  message: optionalText,
  error: z.unknown().optional(),
  error_description: optionalText,
  detail: optionalText,
  title: optionalText,
  errors: z.array(z.unknown()).catch([]),
})

const maximumDepth = 3

function textsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  const parsed = problem.safeParse(value)
  if (!parsed.success || depth > maximumDepth) return []
  const { description, message, error, error_description, detail, title, errors } = parsed.data
  const [first] = [description, message, detail, error_description, title].filter(Boolean)
  const others = [...(first === undefined ? [error] : []), ...errors.slice(0, 3)]
  return [...(first === undefined ? [] : [first]), ...others.flatMap(other => textsOf(other, depth + 1))]
}

const publicParts = new Set(['services', 'webhooks', 'sendmessage'])
const publicParameters = new Set(['chat_id', 'message_thread_id', 'thread_id', 'wait'])
const shortestSecret = 4

function withoutSecrets(text: string, url: URL): string {
  const parameters = [...url.searchParams].flatMap(([name, value]) => (publicParameters.has(name) ? [] : [value]))
  const segments = url.pathname.split('/').flatMap(segment => [segment, decoded(segment), ...segment.split(/[:%]/)])
  const secrets = [...segments, ...parameters, url.hostname]
    .filter(part => part.length >= shortestSecret && !publicParts.has(part.toLowerCase()))
    .sort((one, other) => other.length - one.length)
  const known = secrets.reduce((rest, secret) => rest.replaceAll(patternOf(secret), '…'), text)
  return known.replace(/\w+:\/\/\S+/g, '…').replace(/[\w+/=:.-]{24,}/g, word => (/\d/.test(word) ? '…' : word))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A part such as `hook` is a word of a sentence, so it isn't removed from other words. */
function patternOf(part: string): RegExp {
  if (/^[a-z]+$/.test(part)) return new RegExp(`\\b${part}\\b`, 'gi')
  return new RegExp(part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
}
