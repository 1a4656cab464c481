// Moves the types of each module from one page per type to one page, because the site would have twice as many pages. Many of them
// would only name another type, such as `UseFlowResult`.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const pages = join(import.meta.dirname, '../pages')
const files = readdirSync(join(pages, 'api'), { recursive: true })
  .filter(path => path.endsWith('.md'))
  .map(path => join(pages, 'api', path))
  .sort()

const typesOf = new Map()
for (const file of files) {
  const text = withSiteLinks(readFileSync(file, 'utf8'), file)
  const folder = dirname(file)
  if (folder.endsWith('/types')) typesOf.set(folder, [...(typesOf.get(folder) ?? []), sectionOf(text)])
  else writeFileSync(file, text)
}

for (const [folder, sections] of typesOf) {
  const module = `@flow-query/${relative(join(pages, 'api'), dirname(folder))}`
  const description = `All types of ${module}, with their properties.`
  // The outline only has the names of the types.
  const frontmatter = `---\ndescription: "${description}"\neditLink: false\noutline: 2\n---\n`
  writeFileSync(`${folder}.md`, `${frontmatter}\n# Types of ${module}\n\n${sections.join('\n')}`)
  rmSync(folder, { recursive: true })
}

/** Converts relative links to absolute ones, and links to types to links to their new page. */
function withSiteLinks(text, file) {
  return text.replace(/\]\((?!\w+:|#)([^)#\s]+)\.md(#[^)\s]*)?\)/g, (_, path, hash = '') => {
    const target = path.startsWith('/') ? path : `/${relative(pages, join(dirname(file), path))}`
    if (!existsSync(join(pages, `${target}.md`))) throw new Error(`${file} links to ${target}, which doesn't exist.`)
    const [, module, name] = /^(.*\/types)\/(\w+)$/.exec(target) ?? []
    if (name) return `](${module}.md#${anchorOf(name, hash.slice(1))})`
    return `](${target.endsWith('/index') ? target.slice(0, -5) : `${target}.md`}${hash})`
  })
}

/** Returns the page of a type as a section, with anchors that are unique on the new page. */
function sectionOf(text) {
  const content = text.replace(/^---\n.*?\n---\n+/s, '')
  const [, name = ''] = /^# (\w+)/.exec(content) ?? []
  return content
    .replace(/^#+ /gm, '#$&')
    .replace(/^## .*/, heading => `${heading} {#${anchorOf(name)}}`)
    .replace(/<a id="([^"]*)">/g, (_, id) => `<a id="${anchorOf(name, id)}">`)
    .replace(/\]\(#([^)]*)\)/g, (_, id) => `](#${anchorOf(name, id)})`)
}

function anchorOf(name, id) {
  return id ? `${name}.${id}` : name
}
