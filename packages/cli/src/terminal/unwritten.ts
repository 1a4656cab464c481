/** The error if standard output can't be written, for example because the disk is full. */
export function unwritten(error: NodeJS.ErrnoException): Error {
  return new Error(`Can't write to standard output: ${error.message}.`, { cause: error })
}
