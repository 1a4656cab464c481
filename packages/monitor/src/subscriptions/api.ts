import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance } from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import * as z from 'zod'
import { problemKinds, problems, RequestProblem } from './problems.js'
import { type Changes, changes, type Subscription, settings, type Wanted, wanted } from './subscription.js'

/** The functions of the routes. They throw a {@link RequestProblem}. */
export interface SubscriptionActions {
  /** Returns the values that a page needs to offer subscriptions. */
  offer: () => z.infer<typeof offer>
  create: (wanted: Wanted) => Promise<z.infer<typeof created>>
  find: (token: string) => Promise<Subscription>
  confirm: (token: string, code: string) => Promise<Subscription>
  change: (token: string, changes: Changes) => Promise<Subscription>
  end: (token: string) => Promise<void>
}

export interface ApiOptions {
  actions: SubscriptionActions
  registry: Registry
  /** The origins of pages that may call the API. */
  origins: readonly string[]
  /** The addresses of proxies whose `X-Forwarded-For` is used to count requests. */
  trustProxy: readonly string[]
  /** Called with an error that is not the fault of the client. */
  onError: (error: Error) => void
}

const offer = z.object({
  chain: z.string(),
  pushKey: z.string().describe('The `applicationServerKey` for push subscriptions'),
  telegramBot: z.boolean(),
})
const shown = z.object({
  ...settings.shape,
  target: wanted.shape.target,
  channel: z.enum(['push', 'webhook', 'telegram']),
  isConfirmed: z.boolean(),
  createdAt: z.iso.datetime(),
})
const created = shown.extend({
  token: z.string().describe('The secret part of the link to this subscription. It is shown only once'),
  secret: z.string().optional().describe('Signs the messages to a webhook'),
  telegramLink: z.url().optional().describe('Opens the chat that confirms the subscription'),
})
const link = z.object({ token: z.string().max(100) })

/** Creations per minute and client. Addresses of clients are only in memory, for a minute. */
const creationsPerMinute = 20
const requestsPerMinute = 200

export async function createApi({
  actions,
  registry,
  origins,
  trustProxy,
  onError,
}: ApiOptions): Promise<FastifyInstance> {
  const server = fastify({
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: 8_192,
    requestTimeout: 10_000,
    connectionTimeout: 30_000,
    forceCloseConnections: true,
  })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.setErrorHandler((error, _, reply) => {
    const { kind, detail } = problemOf(error)
    const { status, title, help } = problems[kind]
    if (kind === 'failed') onError(error as Error)
    reply
      .code(status)
      .type('application/problem+json')
      .send({ type: `/problems/${kind}`, title, status, detail: detail ?? help })
  })
  server.setNotFoundHandler(() => {
    throw new RequestProblem('unknownPath')
  })
  await server.register(cors, { origin: [...origins], methods: ['GET', 'POST', 'PATCH', 'DELETE'] })
  await server.register(rateLimit, {
    max: requestsPerMinute,
    errorResponseBuilder: () => new RequestProblem('tooManyRequests'),
  })
  await server.register(swagger, {
    openapi: { info: { title: 'Subscriptions to alerts about flows', version: '1' } },
    transform: jsonSchemaTransform,
  })
  server.get('/healthz', { schema: { hide: true } }, () => 'ok\n')
  server.get('/metrics', { schema: { hide: true } }, async (_, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
  server.get('/openapi.json', { schema: { hide: true } }, () => server.swagger())
  for (const kind of problemKinds)
    server.get(`/problems/${kind}`, { schema: { hide: true } }, (_, reply) =>
      reply.type('text/plain; charset=utf-8').send(`${problems[kind].title}\n\n${problems[kind].help}\n`),
    )
  await server.register(async scope => addRoutes(scope, actions))
  return server
}

function addRoutes(scope: FastifyInstance, actions: SubscriptionActions): void {
  const routes = scope.withTypeProvider<ZodTypeProvider>()
  routes.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))
  routes.get('/subscriptions', { schema: { response: { 200: offer } } }, () => actions.offer())
  routes.post(
    '/subscriptions',
    {
      schema: { body: wanted, response: { 201: created } },
      config: { rateLimit: { max: creationsPerMinute } },
    },
    async ({ body }, reply) => reply.code(201).send(await actions.create(body)),
  )
  routes.get('/subscriptions/:token', { schema: { params: link, response: { 200: shown } } }, async ({ params }) =>
    shownOf(await actions.find(params.token)),
  )
  routes.post(
    '/subscriptions/:token/confirm',
    { schema: { params: link, body: z.strictObject({ code: z.string() }), response: { 200: shown } } },
    async ({ params, body }) => shownOf(await actions.confirm(params.token, body.code)),
  )
  routes.patch(
    '/subscriptions/:token',
    { schema: { params: link, body: changes, response: { 200: shown } } },
    async ({ params, body }) => shownOf(await actions.change(params.token, body)),
  )
  routes.delete(
    '/subscriptions/:token',
    { schema: { params: link, response: { 204: z.null() } } },
    async ({ params }, reply) => {
      await actions.end(params.token)
      return reply.code(204).send(null)
    },
  )
}

export function shownOf({ target, channel, confirmation, createdAt, isPaused, onlyStops, quietHours }: Subscription) {
  return {
    ...{ target, isPaused, onlyStops, quietHours },
    channel: channel.type,
    isConfirmed: confirmation === null,
    createdAt: new Date(createdAt).toISOString(),
  }
}

function problemOf(error: unknown): RequestProblem {
  if (error instanceof RequestProblem) return error
  const { statusCode, message } = Object(error) as { statusCode?: number; message?: string }
  return statusCode !== undefined && statusCode < 500
    ? new RequestProblem('invalid', message)
    : new RequestProblem('failed')
}
