import { quote } from './strconv.js'
import { bytesOf, GoError } from './text.js'

/** Decodes percent escapes like url.PathUnescape (`+` stays) or url.QueryUnescape (`+` becomes a space). */
export function unescapeUrl(escaped: string, plus: '+' | ' '): string {
  const text = bytesOf(plus === ' ' ? escaped.replaceAll('+', ' ') : escaped)
  return text.replace(/%(?:[0-9a-f]{2}|.{0,2})/gis, triple => {
    if (!/^%[0-9a-f]{2}$/i.test(triple)) throw new GoError(`invalid URL escape ${quote(triple)}`)
    return String.fromCharCode(Number.parseInt(triple.slice(1), 16))
  })
}

/** Parses a query string like url.ParseQuery. It reads the whole string and then throws the first error. */
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

/** Cleans a path like gorilla/mux does: it removes empty, `.` and `..` segments but keeps a trailing slash. */
export function cleanPath(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  const clean = `/${kept.join('/')}`
  return path.endsWith('/') && clean !== '/' ? `${clean}/` : clean
}

/** Escapes a path like url.URL.EscapedPath. */
export function escapePath(path: string): string {
  return path.replace(
    /[^A-Za-z0-9\-_.~$&+,/:;=@]/g,
    byte => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
