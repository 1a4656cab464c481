import type { Answer, NodeRequest } from './http.js'

const METHODS = ['GET', 'HEAD', 'POST']
/** Headers that no page has to ask for. */
const ALWAYS_ALLOWED = ['', 'accept', 'accept-language', 'content-language', 'origin']

/** What a browser asks before a request that a plain form could not send. `Content-Type` is all that is allowed. */
export function answerPreflight(headers: NodeRequest['headers']): Answer {
  const method = headers['access-control-request-method']
  if (method === undefined) return refused(400)
  if (!METHODS.includes(method)) return refused(405)
  const wanted = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => !ALWAYS_ALLOWED.includes(name))
  if (wanted.some(name => name !== 'content-type')) return refused(403)
  const allowed = wanted.map(() => 'Content-Type').join(',')
  return {
    status: 200,
    headers: {
      ...(allowed && { 'access-control-allow-headers': allowed }),
      'access-control-allow-origin': '*',
    },
    body: '',
  }
}

function refused(status: number): Answer {
  return { status, headers: {}, body: '' }
}
