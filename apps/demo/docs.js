import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { serve } from './serve.js'

const built = fileURLToPath(new URL('../docs/dist', import.meta.url))

/** The folder of the built documentation, or undefined before `npm run docs -- build`. */
export function builtDocs() {
  return existsSync(`${built}/index.html`) ? built : undefined
}

/**
 * Serves the built documentation. Its links have no file extension: `/guides/live` is the file `guides/live.html`.
 *
 * @param {string} root
 * @param {{ port: number, host: string }} options
 * @returns {Promise<import('./serve.js').Served>}
 */
export function serveDocs(root, { port, host }) {
  const app = new Hono()
    .use(compress(), serveStatic({ root }))
    .use(serveStatic({ root, rewriteRequestPath: path => `${path}.html` }))
    .notFound(context => context.html(readFileSync(`${root}/404.html`, 'utf8'), 404))
  return serve(app, { port, host })
}
