import { SyncError } from '../errors.js'

/** @throws {SyncError} `database`. The message contains no part of the URL, because it could be a password. */
export function parseAddress(text: string, schemes: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.hostname && schemes.includes(url.protocol)) return url
  const example = `${schemes[0]}//user:password@host/database`
  throw new SyncError('database', 'The URL of the database is invalid', `Use this form: ${example}.`)
}

export function addressOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`
}
