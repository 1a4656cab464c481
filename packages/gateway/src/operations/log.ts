import fs from 'node:fs'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Bindings, type ChildLoggerOptions, type DestinationStream, pino, stdTimeFunctions } from 'pino'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface LogOptions {
  level?: LogLevel | undefined
  /** The URLs of the nodes, whose paths are removed from the logs because they can contain API keys. */
  nodes?: readonly string[] | undefined
  /** Defaults to standard error, because the command prints its addresses to standard output. */
  destination?: DestinationStream | undefined
}

/**
 * Every line is redacted right before it is written, because secrets can be in any error message: user names, passwords and
 * query strings of all URLs, and the paths of node URLs.
 */
export function createLog({ level = 'info', nodes = [], destination }: LogOptions = {}): FastifyBaseLogger {
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: (line: string) => redacted(line, nodes) },
  }
  return pino(options, destination ?? standardError)
}

const standardError: DestinationStream = {
  write(line) {
    try {
      fs.writeFileSync(2, line)
    } catch {}
  },
}

export function redacted(text: string, nodes: readonly string[] = []): string {
  return withoutCredentials(nodes.reduce(withoutPath, text))
}

function withoutPath(text: string, node: string): string {
  const { host, pathname } = new URL(node)
  const path = pathname.replace(/\/$/, '')
  return path ? text.replaceAll(`//${host}${path}`, `//${host}/***`) : text
}

/** A URL ends at white space, a quote or a backslash, because it is inside a JSON string. */
function withoutCredentials(text: string): string {
  return text.replace(/(?<![a-z\d+.-])([a-z][a-z\d+.-]*:\/\/)([^\s"'\\]*)/gi, (_, scheme: string, rest: string) => {
    const place = rest.slice(rest.lastIndexOf('@') + 1)
    const user = place.length < rest.length ? '***@' : ''
    return `${scheme}${user}${place.replace(/[?#].*/, '?***')}`
  })
}

export function requestLogger(
  log: FastifyBaseLogger,
  bindings: Bindings,
  options: ChildLoggerOptions,
): FastifyBaseLogger {
  return log.level === 'debug' ? log.child(bindings, options) : log
}

/** A busy gateway has thousands of requests per second, and `/metrics` counts them, so they are not logged at `info`. */
export function logRequests(app: FastifyInstance): void {
  // The hook takes time even if the message is not written.
  if (app.log.level !== 'debug') return
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        method: request.method,
        path: request.url.replace(/\?.*/, ''),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        address: request.ip,
      },
      'request',
    )
    done()
  })
}
