import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify'

export function sendProblem(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return reply.header('cache-control', 'no-store').code(status).type('application/json').send(problem(code, message))
}

export function problem(code: number, message: string): string {
  return `{"code":${code},"message":${JSON.stringify(message)},"details":[]}`
}

export function sendErrorsLikeNodes(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'a request failed')
    return sendProblem(reply, status, gRpcCodes[status] ?? 13, status < 500 ? error.message : 'Internal error.')
  })
}

const gRpcCodes: Readonly<Record<number, number>> = { 400: 3, 408: 4, 413: 3, 415: 3, 429: 8, 431: 3 }

export const malformedRequests = {
  frameworkErrors(_error, { url = '' }, reply) {
    reply.header('access-control-allow-origin', '*')
    const isEscaped = !/%(?![\da-f]{2})/i.test(url)
    if (isEscaped) sendProblem(reply, 501, 12, 'Not Implemented')
    else sendProblem(reply, 400, 3, 'invalid URL escape')
  },
  clientErrorHandler({ code }, socket) {
    if (code === 'ECONNRESET' || !socket.writable) return
    const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[code] ?? 400
    const reason = STATUS_CODES[status] ?? ''
    const body = problem(gRpcCodes[status] ?? 3, reason)
    const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`
    socket.write(`HTTP/1.1 ${status} ${reason}\r\n${headers}\r\n\r\n${body}`)
    socket.destroySoon()
  },
} satisfies FastifyServerOptions
