import { readdirSync, readFileSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import markdownIt from 'markdown-it'

const markdown = markdownIt({ html: true })
markdown.renderer.rules.heading_open = (tokens, index, options, _, self) => {
  tokens[index]?.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''))
  return self.renderToken(tokens, index, options)
}

const style = readFileSync(new URL('markdown.css', import.meta.url), 'utf8')

/**
 * Serves a folder with Markdown as simple pages. The start page links to all of them.
 *
 * @param {string} root
 */
export function markdownApp(root) {
  const texts = new Map(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map(path => path.replaceAll('\\', '/'))
      .filter(path => path.endsWith('.md'))
      .sort()
      .map(path => [`/${path.slice(0, -'.md'.length)}`, readFileSync(`${root}/${path}`, 'utf8')]),
  )
  const list = Array.from(texts, ([path, text]) => `- [${titleOf(text)}](${path})`).join('\n')
  const start = `# Documentation\n\n${list}`
  const noReference =
    '# The API reference has not been built\n\nTo build it, run `npm run docs -- build`, and restart the demo.'

  return new Hono()
    .use(compress())
    .get('/', context => context.html(pageOf(start)))
    .get('*', async (context, next) => {
      const text = texts.get(context.req.path.replace(/\.md$/, ''))
      return text === undefined ? next() : context.html(pageOf(`[All pages](/)\n\n${text}`))
    })
    .use(serveStatic({ root }))
    .notFound(context => {
      const problem = context.req.path.startsWith('/api/') ? noReference : '# Page not found'
      return context.html(pageOf(`${problem}\n\n${list}`), 404)
    })
}

/** @param {string} text */
function pageOf(text) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${markdown.utils.escapeHtml(titleOf(text))} · flow-query</title>
    <style>${style}</style>
  </head>
  <body>${markdown.render(text)}</body>
</html>`
}

/** @param {string} text */
const titleOf = text => /^# (.*)$/m.exec(text)?.[1] ?? 'Documentation'

/** @param {string} heading */
const anchorOf = heading =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')
