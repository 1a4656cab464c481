import { SyncError } from '../errors.js'

/** @throws {SyncError} `database` */
export function parseAddress(text: string, schemes: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.hostname && schemes.includes(url.protocol) && isDecodable(url)) return url
  throw invalidUrl(`${schemes[0]}//`)
}

/** The message contains no part of the URL, because it could be a password. */
export function invalidUrl(scheme: string): SyncError {
  const advice = `Use this form: ${scheme}user:password@host/database. In the user and the password, write @ as %40, / as %2F, # as %23 and % as %25.`
  return new SyncError('database', 'The URL of the database is invalid', advice)
}

export function addressOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`
}

function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password + pathname)
    return true
  } catch {
    return false
  }
}
