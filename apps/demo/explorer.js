import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { serve } from './serve.js'

/** Where each explorer's package lies, by the name that the command line knows. */
export const explorers = {
  react: import.meta.resolve('@flow-query/explorer-react/package.json'),
  vue: import.meta.resolve('@flow-query/explorer-vue/package.json'),
  svelte: import.meta.resolve('@flow-query/explorer-svelte/package.json'),
}

/** @typedef {keyof typeof explorers} ExplorerName */

/**
 * Serves the built pages of an explorer, which then read from `lcd`, and hear from `rpc`, unless their reader chooses otherwise.
 *
 * @param {ExplorerName} name
 * @param {{ lcd: string, rpc: string | null, docs: string | null, port: number, host: string }} options
 * @returns {Promise<import('./serve.js').Served>}
 */
export async function serveExplorer(name, { lcd, rpc, docs, port, host }) {
  const root = fileURLToPath(new URL('dist', explorers[name]))
  if (!existsSync(`${root}/index.html`)) throw new Error(`the ${name} explorer is not built yet: npm run build`)
  const named = { lcd, rpc, docs }
  const page = readFileSync(`${root}/index.html`, 'utf8').replace(
    /<meta name="flow-query:(lcd|rpc|docs)" content=""/g,
    (_, /** @type {keyof typeof named} */ name) =>
      `<meta name="flow-query:${name}" content="${attribute(named[name] ?? '')}"`,
  )

  const app = new Hono()
    // Their names change with what they hold.
    .use('/assets/*', keep, serveStatic({ root, precompressed: true }))
    .use('/favicon.svg', serveStatic({ root }))
    .get('/assets/*', context => context.notFound())
    // Every other address is one of the pages, which find their way themselves.
    .get('*', compress(), context => context.html(page, 200, { 'cache-control': 'no-cache' }))

  return serve(app, { port, host })
}

/** @type {import('hono').MiddlewareHandler} */
const keep = async (context, next) => {
  await next()
  if (context.res.ok) context.header('cache-control', 'public, max-age=31536000, immutable')
}

/** @param {string} text */
const attribute = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
