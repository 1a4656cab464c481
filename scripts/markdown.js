// Writes the documentation as plain Markdown to `docs`, for readers on a Git host. From the first release on, it also removes the notice
// that the packages aren't on npm from all READMEs.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isReleased, readmeNotice } from '../apps/docs/reference/notice.js'
import { plainPages } from '../apps/docs/reference/plain-pages.js'
import { published, root } from './packages.js'

const target = join(root, 'docs')

for (const name of readdirSync(target, { recursive: true })) if (name.endsWith('.md')) rmSync(join(target, name))
for (const [name, text] of plainPages()) {
  mkdirSync(dirname(join(target, name)), { recursive: true })
  writeFileSync(join(target, name), text)
}

if (isReleased(pathToFileURL(`${root}/`)))
  for (const file of [root, ...published].map(folder => join(folder, 'README.md')))
    writeFileSync(file, readFileSync(file, 'utf8').replace(readmeNotice(relative(root, file)), ''))
