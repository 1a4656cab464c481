/**
 * `source` is where the chain creates the error, as nodes print it in the response to a dry run. `undefined` for errors of Go's
 * standard library.
 */
export class MessageError extends Error {
  readonly source: string | undefined
  constructor(message: string, source?: string) {
    super(message)
    this.source = source
  }
}

/** The source of errors that the Cosmos SDK creates with `Wrapf`. */
export const wrapfSource = '/go/pkg/mod/cosmossdk.io/errors@v1.0.1/errors.go:155'
