/**
 * Tries `listen` on `port`, then on the next ones, for as long as they are taken.
 *
 * @template T
 * @param {number} port 0 for any free one
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
