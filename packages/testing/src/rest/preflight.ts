import type { Answer, NodeRequest } from './http.js'

const allowedMethods = ['GET', 'HEAD', 'POST']
const alwaysAllowed = ['', 'accept', 'accept-language', 'content-language', 'origin']

export function answerPreflight(headers: NodeRequest['headers']): Answer {
  const method = headers['access-control-request-method']
  if (method === undefined) return refused(400)
  if (!allowedMethods.includes(method)) return refused(405)
  const wanted = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => !alwaysAllowed.includes(name))
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
