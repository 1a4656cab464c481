import { createAdaptorServer } from '@hono/node-server'

/** @typedef {{ url: string, close: () => Promise<void> }} Served */

/**
 * Starts a server for an app.
 *
 * @param {import('hono').Hono} app
 * @param {{ port: number, host: string }} options
 * @returns {Promise<Served>}
 * @throws {Error} with `code` EADDRINUSE if the port is in use
 */
export async function serve(app, { port, host }) {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(undefined))
  })
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://${host}:${address.port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
