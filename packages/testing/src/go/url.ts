import { quote } from './strconv.js'
import { bytesOf, GoError } from './text.js'

/** url.PathUnescape and url.QueryUnescape, which differ in what a plus is. */
export function unescapeUrl(escaped: string, plus: '+' | ' '): string {
  const text = bytesOf(plus === ' ' ? escaped.replaceAll('+', ' ') : escaped)
  return text.replace(/%(?:[0-9a-f]{2}|.{0,2})/gis, triple => {
    if (!/^%[0-9a-f]{2}$/i.test(triple)) throw new GoError(`invalid URL escape ${quote(triple)}`)
    return String.fromCharCode(Number.parseInt(triple.slice(1), 16))
  })
}

/** url.ParseQuery: the parameters in order; the first error counts, after all of it was read. */
export function parseQuery(query: string): [name: string, value: string][] {
  const parameters: [string, string][] = []
  let error: unknown
  for (const piece of query.split('&')) {
    if (piece === '') continue
    try {
      if (piece.includes(';')) throw new GoError('invalid semicolon separator in query')
      const equals = piece.indexOf('=')
      const name = unescapeUrl(equals < 0 ? piece : piece.slice(0, equals), ' ')
      parameters.push([name, unescapeUrl(equals < 0 ? '' : piece.slice(equals + 1), ' ')])
    } catch (failure) {
      error ??= failure
    }
  }
  if (error) throw error
  return parameters
}

/** path.Clean as gorilla/mux uses it: no empty, `.` or `..` segment, but a slash at the end stays. */
export function cleanPath(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  const clean = `/${kept.join('/')}`
  return path.endsWith('/') && clean !== '/' ? `${clean}/` : clean
}

/** url.URL.EscapedPath for a path of bytes. */
export function escapePath(path: string): string {
  return path.replace(
    /[^A-Za-z0-9\-_.~$&+,/:;=@]/g,
    byte => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
