/** If the callback throws, the error is reported as uncaught and doesn't affect the caller. */
export function safely(call: () => void): void {
  try {
    call()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
