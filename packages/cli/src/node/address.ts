import { UsageError } from '../settings.js'

const example = 'It should look like https://lcd.example.org'

/**
 * The address of a node, checked before anything is sent to it.
 *
 * @throws {UsageError} for what is no address, and for one that holds what no request can carry
 */
export function checkedAddress(text: string, protocols: readonly string[] = ['http:', 'https:']): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname || !protocols.includes(url.protocol))
    throw new UsageError(`${redacted(text)} is no address of a node.`, example)
  if (url.username || url.password)
    throw new UsageError(
      `${redacted(text)} holds a user name or a password, which no request carries.`,
      'Leave it out. A node that asks for one needs a proxy before it that adds it.',
    )
  if (url.search || url.hash)
    throw new UsageError(
      `${redacted(text)} goes on after the path of a node, with ${url.search ? '?' : '#'}.`,
      'Leave that out. A node that asks for a key needs a proxy before it that adds it.',
    )
  return text
}

/** The address of a node's RPC, checked likewise. */
export function checkedRpc(text: string): string {
  return checkedAddress(text, ['http:', 'https:', 'ws:', 'wss:'])
}

/** A text without the passwords and keys of the addresses in it. */
export function redacted(text: string): string {
  return text
    .replace(/([a-z][a-z\d+.-]*:\/\/)(\S*@)?([^\s?#]*)([?#]\S*)?/gi, (_, scheme, user, place, rest = '') =>
      [scheme, user ? '***@' : '', place, rest.replace(/([?&#])([^=&#]+)(=[^&#]*)?/g, redactedParameter)].join(''),
    )
    .replace(/(^|[\s"'(])[^\s/@:"'(]+:[^\s/@]+@/g, '$1***@')
}

/** Query parameters of the interface, which are nobody's secret. */
const harmless = /^(pagination\.\w+|id|owner|connection_id)$/

function redactedParameter(whole: string, mark: string, name: string, value: string | undefined): string {
  if (harmless.test(name)) return whole
  return value === undefined ? `${mark}***` : `${mark}${name}=***`
}
