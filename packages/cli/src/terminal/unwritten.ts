/** What is said where standard output takes no more, as on a disk that is full. */
export function unwritten(error: NodeJS.ErrnoException): Error {
  return new Error(`Standard output could not be written: ${error.message}.`, { cause: error })
}
