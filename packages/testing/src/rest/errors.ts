export class NodeError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const grpcCode = {
  unknown: 2,
  invalidArgument: 3,
  notFound: 5,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
}

export const httpStatus: Readonly<Record<number, number>> = {
  [grpcCode.invalidArgument]: 400,
  [grpcCode.notFound]: 404,
  [grpcCode.resourceExhausted]: 429,
  [grpcCode.unimplemented]: 501,
}
