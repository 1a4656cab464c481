/** An answer that is an error: a gRPC code with its message. */
export class NodeError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** gRPC's codes. */
export const UNKNOWN = 2
export const INVALID_ARGUMENT = 3
export const NOT_FOUND = 5
export const RESOURCE_EXHAUSTED = 8
export const UNIMPLEMENTED = 12
export const INTERNAL = 13

/** What the gateway makes of them; 500 of all others. */
export const HTTP_STATUS: Readonly<Record<number, number>> = {
  [INVALID_ARGUMENT]: 400,
  [NOT_FOUND]: 404,
  [RESOURCE_EXHAUSTED]: 429,
  [UNIMPLEMENTED]: 501,
}
