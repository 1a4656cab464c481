import { UsageError } from '../settings.js'

const example = 'It should look like https://lcd.example.org'

/** Adds `http://` to an address of this machine, such as localhost:1317. */
export function completeAddress(text: string): string {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/i.test(text) ? `http://${text}` : text
}

/** Returns the advice for an invalid URL. A URL without https:// gets it. */
function adviceFor(text: string): string {
  return /^[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?(\/[\w./-]*)?$/i.test(text) ? `Did you mean https://${text}?` : example
}

/**
 * Returns the URL of a node unchanged if it is valid.
 *
 * @throws {UsageError} if the URL is invalid or contains credentials, a query or a fragment
 */
export function checkedAddress(text: string, protocols: readonly string[] = ['http:', 'https:']): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname || !protocols.includes(url.protocol))
    throw new UsageError(`${redacted(text)} is not a valid node URL.`, adviceFor(text))
  if (url.username || url.password)
    throw new UsageError(
      `${redacted(text)} contains a user name or password, which flow-query does not send.`,
      'Remove it. If the node requires it, use a proxy that adds it.',
    )
  if (url.search || url.hash)
    throw new UsageError(
      `${redacted(text)} contains ${url.search ? 'a query (?)' : 'a fragment (#)'}, which a node URL can't have.`,
      'Remove it. If the node requires an API key, use a proxy that adds it.',
    )
  return text
}

/** Does the same for the URL of an RPC endpoint, which can also start with ws: or wss:. */
export function checkedRpc(text: string): string {
  return checkedAddress(text, ['http:', 'https:', 'ws:', 'wss:'])
}

/** The lookbehind avoids quadratic time for long runs of slashes, because a match can only start at the first slash. */
export function withoutTrailingSlashes(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}

/**
 * Replaces passwords and keys in all URLs of a text.
 *
 * The lookbehinds avoid quadratic time, because a match can only start at the beginning of a run of characters.
 */
export function redacted(text: string): string {
  return text
    .replace(/(?<![a-z\d+.-])([a-z\d+.-]+:\/\/)(\S*@)?([^\s?#]*)([?#]\S*)?/gi, (_, scheme, user, place, rest = '') =>
      [scheme, user ? '***@' : '', place, rest.replace(/([?&#])([^=&#]+)(=[^&#]*)?/g, redactedParameter)].join(''),
    )
    .replace(/(?<![^\s/@])[^\s/@]+@/g, userAndPassword => userAndPassword.replace(/(^|["'(])[^:"'(]+:.+@$/, '$1***@'))
}

/** Query parameters of the flows API, which are not secret. */
const harmless = /^(pagination\.\w+|id|owner|connection_id)$/

function redactedParameter(whole: string, mark: string, name: string, value: string | undefined): string {
  if (harmless.test(name)) return whole
  return value === undefined ? `${mark}***` : `${mark}${name}=***`
}
