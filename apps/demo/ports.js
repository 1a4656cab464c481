/**
 * Calls `listen` with a port. If the port is in use, it tries the next one.
 *
 * @template T
 * @param {number} port the first port to try, or 0 for any free port
 * @param {(port: number) => Promise<T>} listen
 * @param {number} tries
 * @returns {Promise<T>}
 */
export async function onFreePort(port, listen, tries = 50) {
  try {
    return await listen(port)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE' || tries <= 1) throw error
    return onFreePort(port + 1, listen, tries - 1)
  }
}
