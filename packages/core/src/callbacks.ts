/** Calls what a user passed: an error of it is its own, shows as uncaught, and disturbs nothing else. */
export function safely(call: () => void): void {
  try {
    call()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
