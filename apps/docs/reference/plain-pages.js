import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { noticeOf } from './notice.js'

const root = resolve(import.meta.dirname, '../../..')
const sources = join(root, 'apps/docs/pages')

/** The README replaces the start page of the site, the API reference and the changelog are generated, and parts belong to pages. */
const isOnlyOnSite = name => /^(index\.md|changelog\.md|api\/.*|.*\/parts\/.*)$/.test(name)

/**
 * Returns the pages of the documentation as plain Markdown, by file name: with the code of the examples, and without the components of
 * the site.
 *
 * @returns {Map<string, string>}
 */
export function plainPages() {
  const names = readdirSync(sources, { recursive: true }).filter(name => name.endsWith('.md') && !isOnlyOnSite(name))
  return new Map(names.sort().map(name => [name, plainPage(name)]))
}

function plainPage(name) {
  const file = join(sources, name)
  const text = withParts(file).replace(/^---\n.*?\n---\n/s, '')
  const plain = sections(text).map(section =>
    section.startsWith('```') ? withoutHiddenLines(section) : plainProse(section, file),
  )
  const notice = `<!-- Generated from apps/docs/pages/${name}. To change it, edit that file and run: npm run docs:markdown -->\n`
  return notice + plain.join('').replace(/\n{3,}/g, '\n\n')
}

/** Returns a page with the parts that it includes and the code that it quotes. */
function withParts(file) {
  return readFileSync(file, 'utf8')
    .replace(/<!--@include: (\S+)-->/g, (_, path) => partOf(join(dirname(file), path)))
    .replace(/^<<< ([^{\n]+)(?:\{[^}]*\})?$/gm, (_, path) => quoted(join(dirname(file), path.trim())))
}

function partOf(path) {
  const [file, region] = path.split('#')
  // The notice changes with the first release, so the site generates its file.
  if (file.endsWith('not-published.md')) return noticeOf(pathToFileURL(`${root}/`))
  const text = readFileSync(file, 'utf8')
  return region ? text.split(new RegExp(`<!-- #(?:end)?region ${region} -->\\n`))[1] : text
}

function quoted(file) {
  return `\`\`\`${extname(file).slice(1)}\n${readFileSync(file, 'utf8').trimEnd()}\n\`\`\``
}

/** Splits a page into prose and blocks of code. */
function sections(text) {
  return text.split(/^(```.*?^```\n)/ms)
}

/** Removes what only the site's compiler reads. */
function withoutHiddenLines(code) {
  return code.replace(/^```(\w+) .*/, '```$1').replace(/^(```\w*\n).*^\/\/ ---cut---\n/ms, '$1')
}

function plainProse(text, file) {
  return text
    .replace(/^<\/?(Live|OpenOnline)\b[^\n]*\n/gm, '')
    .replace(/^:::::.*\n/gm, '')
    .replace(/^== (.*)$/gm, '**$1**')
    .replace(/^::: \w+ ([^\n]*)\n(.*?)^:::$/gms, (_, title, body) => `> **${title}**\n>\n${quote(body)}`)
    .replace(/^(#+ .*) \{#[\w-]+\}$/gm, '$1')
    .replace(/\[((?:`[^`]*`|[^`\]])+)\]\(([^)\s]+)\)/g, (link, text, url) => plainLink(link, text, url, file))
}

function quote(text) {
  return text.trimEnd().replace(/^/gm, '> ').replace(/ +$/gm, '')
}

/** Links of the site have no file extension. The API reference and the changelog only exist on the site. */
function plainLink(link, text, url, file) {
  if (/^([a-z]+:|#)/.test(url)) return link
  const [path, anchor] = url.split('#')
  const page = `${path.startsWith('/') ? join(sources, path) : join(dirname(file), path)}.md`
  if (!existsSync(page) || isOnlyOnSite(relative(sources, page))) return text
  return `[${text}](${relative(dirname(file), page)}${anchor ? `#${anchor}` : ''})`
}
