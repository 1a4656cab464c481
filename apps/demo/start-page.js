import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { serve } from './serve.js'

const styles = fileURLToPath(new URL('src', import.meta.resolve('@flow-query/explorer-kit/package.json')))

/** The framework of each explorer, and what its code uses. */
const frameworks = {
  explorer: ['Flow Explorer', 'Hooks and React Router'],
}

/**
 * Serves a page that links to the explorers and uses their styles.
 *
 * @param {readonly { name: import('./explorer.js').ExplorerName, url: string }[]} explorers
 * @param {{ lcd: string, docs: string | null, port: number, host: string }} options
 * @returns {Promise<import('./serve.js').Served>}
 */
export function serveStartPage(explorers, { lcd, docs, port, host }) {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Flow Explorer</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        <style>
          .choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 16px; margin-block: 24px; }
          .choices li { position: relative; padding: 16px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
        </style>
      </head>
      <body>
        <div id="root">
          <header class="header"><span class="wordmark">Flow Explorer</span></header>
          <main>
            <h1>Choose an explorer</h1>
            <p class="muted">They look and behave the same, but each one uses another framework.</p>
            <ul class="choices">
              ${explorers.map(({ name, url }) => {
                const [framework, description] = frameworks[name]
                return html`<li>
                  <h2><a class="row-link" href="${url}" data-testid="explorer-${name}">${framework}</a></h2>
                  <p class="muted">${description}</p>
                </li>`
              })}
            </ul>
            <p class="muted">Connected to <code>${lcd}</code></p>
            ${docs ? html`<p><a href="${docs}" data-testid="docs">flow-query documentation</a></p>` : ''}
          </main>
        </div>
      </body>
    </html>`

  const app = new Hono()
    .use('/style.css', serveStatic({ root: styles }))
    .use('/style/*', serveStatic({ root: styles }))
    .get('/', context => context.html(page))
  return serve(app, { port, host })
}
