import { messageOf, SyncError } from '../errors.js'
import { resumeAdvice } from './driver.js'

/** Advice for an SQLSTATE, or for a code of Node.js or of the driver. The first match counts. */
const adviceByCode: readonly (readonly [codes: RegExp, advice: string])[] = [
  [/^28|^SASL_/, 'Check the user and the password in the URL, and whether the server accepts this user.'],
  [/^3D000$/, 'Create the database, or correct its name in the URL.'],
  [/^(42704|22023|22P02)$/, 'Correct this parameter, or remove it from the URL.'],
  [/^42501$/, 'Give the user the permission to connect to the database.'],
  [/^(53100|58...)$/, resumeAdvice],
  [/^(53...|57P0.)$/, 'Try again later.'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'Check the host in the URL, and the network.'],
  [/^(ENOENT|ENOTSOCK|ENOTDIR|EACCES)$/, 'Check the folder of the socket, and that the server is running.'],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|CONNECT_TIMEOUT)$/,
    'Check the host and the port in the URL, and that the server accepts connections from this machine.',
  ],
  [
    /CERT|LEAF_SIGNATURE/,
    'Set `sslrootcert` to a file with the certificate of the authority, or set `sslmode=require` to accept any certificate.',
  ],
  [/^(ERR_SSL_.*|ECONNRESET|EPROTO|EPIPE)$/, 'If the server does not support TLS, set `sslmode=disable` in the URL.'],
]

export function connectionError(name: string, cause: unknown): SyncError {
  if (cause instanceof SyncError) return cause
  return new SyncError('database', `${name} could not be opened: ${messageOf(cause)}`, adviceFor(cause), cause)
}

/** Whether another server of the URL may accept the connection, because this one can't be reached or isn't ready. */
export function isUnavailable(cause: unknown): boolean {
  const code = codeOf(cause)
  return code === '57P03' || !/^(?=.*\d)[0-9A-Z]{5}$/.test(code)
}

function adviceFor(cause: unknown): string {
  const message = messageOf(cause)
  if (/no encryption|SSL off|(SSL|TLS|encryption)( connection)? is required|requires? (SSL|TLS)/i.test(message))
    return 'Set `sslmode=require` in the URL.'
  // PgBouncer has no separate code for parameters.
  if (/unsupported startup parameter/.test(message)) return 'Remove this parameter from the URL.'
  // On a full disk, Postgres can't store its list of system tables for new connections. It reports this as an internal error.
  if (/could not write/.test(message)) return resumeAdvice
  return adviceByCode.find(([codes]) => codes.test(codeOf(cause)))?.[1] ?? 'Check the URL.'
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? `${cause.code}` : ''
}
