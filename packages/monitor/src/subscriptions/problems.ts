/** Why a request failed. Each kind has a page with its text. */
export const problems = {
  invalid: {
    status: 400,
    title: 'The request is invalid',
    help: 'The detail of the error names the field. /openapi.json describes all fields.',
  },
  unknown: {
    status: 404,
    title: 'There is no such subscription',
    help: 'It has ended, its link is incomplete, or it was not confirmed within an hour.',
  },
  unknownPath: { status: 404, title: 'There is nothing at this path', help: '/openapi.json lists all paths.' },
  unknownFlow: {
    status: 404,
    title: 'There is no such flow',
    help: 'Check the ID of the flow, and the chain of the monitor.',
  },
  wrongCode: { status: 403, title: 'The code is wrong', help: 'Use the code of the newest confirmation request.' },
  noChannel: {
    status: 422,
    title: 'The channel is not available',
    help: 'GET /subscriptions lists what the monitor offers.',
  },
  badAddress: {
    status: 422,
    title: 'The address did not accept the request',
    help: 'A webhook must use HTTPS, have a public address, and answer with a status from 200 to 299.',
  },
  addressLimit: {
    status: 429,
    title: 'This address has too many subscriptions',
    help: 'End one of them first, or subscribe to an owner instead of single flows.',
  },
  totalLimit: {
    status: 503,
    title: 'The monitor has too many subscriptions',
    help: 'Only its operator can raise the limit.',
  },
  tooManyRequests: { status: 429, title: 'There are too many requests', help: 'Try again in a minute.' },
  failed: { status: 500, title: 'The monitor failed', help: 'Try again later. If it fails again, tell the operator.' },
} as const

export type ProblemKind = keyof typeof problems

export const problemKinds = Object.keys(problems) as ProblemKind[]

/** An error of a request, with a text for its sender. */
export class RequestProblem extends Error {
  readonly kind: ProblemKind
  readonly detail: string | undefined
  readonly statusCode: number
  constructor(kind: ProblemKind, detail?: string) {
    super(problems[kind].title)
    this.name = 'RequestProblem'
    this.kind = kind
    this.detail = detail
    this.statusCode = problems[kind].status
  }
}
