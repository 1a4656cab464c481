import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { markdownApp } from './markdown.js'
import { serve } from './serve.js'

const built = fileURLToPath(new URL('../docs/dist', import.meta.url))
const markdown = fileURLToPath(new URL('../../docs', import.meta.url))

const isBuilt = (/** @type {string} */ root) => existsSync(`${root}/index.html`)

/** The folder of the built documentation, or of its Markdown before `npm run docs -- build`. */
export function docsFolder() {
  return isBuilt(built) ? built : markdown
}

/**
 * Serves the documentation. Its links have no file extension: `/guides/live` is the file `guides/live.html`, or
 * `guides/live.md` if the documentation has not been built.
 *
 * @param {string} root
 * @param {{ port: number, host: string }} options
 * @returns {Promise<import('./serve.js').Served>}
 */
export function serveDocs(root, { port, host }) {
  return serve(isBuilt(root) ? builtApp(root) : markdownApp(root), { port, host })
}

/** @param {string} root */
function builtApp(root) {
  return new Hono()
    .use(compress(), serveStatic({ root }))
    .use(serveStatic({ root, rewriteRequestPath: path => `${path}.html` }))
    .notFound(context => context.html(readFileSync(`${root}/404.html`, 'utf8'), 404))
}
