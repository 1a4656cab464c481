import { SyncError } from '../errors.js'

/** @throws {SyncError} `database`, with nothing in it that may be secret */
export function parseAddress(text: string, schemes: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.hostname && schemes.includes(url.protocol)) return url
  const example = `${schemes[0]}//user:password@host/database`
  throw new SyncError('database', 'The address of the database is none', `It looks like ${example}.`)
}

/** An address without what may be secret. */
export function addressOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`
}
