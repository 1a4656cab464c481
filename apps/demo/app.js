import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { apps } from './apps.js'
import { serve } from './serve.js'

/** @satisfies {Record<import('./apps.js').AppName, string>} */
const manifests = {
  explorer: import.meta.resolve('@flow-query/explorer/package.json'),
  react: import.meta.resolve('@flow-query/demo-react/package.json'),
  vue: import.meta.resolve('@flow-query/demo-vue/package.json'),
  svelte: import.meta.resolve('@flow-query/demo-svelte/package.json'),
}

/**
 * The URLs that a page contains.
 *
 * @typedef {{ lcd: string, rpc: string | null, chains: string | null, docs: string | null, monitor: string | null }} PageUrls
 */

/**
 * Serves the built files of an app. Its page contains the URLs of the node, the documentation and the monitor.
 *
 * @param {import('./apps.js').AppName} name
 * @param {{ urls: () => PageUrls, port: number, host: string }} options
 * @returns {Promise<import('./serve.js').Served>}
 */
export async function serveApp(name, { urls, port, host }) {
  const root = fileURLToPath(new URL('dist', manifests[name]))
  if (!existsSync(`${root}/index.html`))
    throw new Error(`${apps[name].title} has not been built. Run: ${command(name)}`)
  const built = readFileSync(`${root}/index.html`, 'utf8')

  const app = new Hono()
    // The names of these files contain a hash of their content, so browsers can cache them forever.
    .use('/assets/*', cacheForever, serveStatic({ root, precompressed: true }))
    .use('/favicon.svg', serveStatic({ root }))
    .use('/service-worker.js', serveStatic({ root }))
    .get('/assets/*', context => context.notFound())
    // All other URLs are routes of the single-page app.
    .get('*', compress(), context => context.html(withUrls(built, urls()), 200, { 'cache-control': 'no-cache' }))

  return serve(app, { port, host })
}

/** @type {import('hono').MiddlewareHandler} */
const cacheForever = async (context, next) => {
  await next()
  if (context.res.ok) context.header('cache-control', 'public, max-age=31536000, immutable')
}

/** @param {string} page @param {PageUrls} urls */
const withUrls = (page, urls) =>
  page.replace(
    /<meta name="flow-query:(lcd|rpc|chains|docs|monitor)" content=""/g,
    (_, /** @type {keyof PageUrls} */ name) =>
      `<meta name="flow-query:${name}" content="${attribute(urls[name] ?? '')}"`,
  )

/** @param {import('./apps.js').AppName} name */
const command = name => (name === 'explorer' ? 'npm run demo' : `npm run demo -- ${name}`)

/** @param {string} text */
const attribute = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
