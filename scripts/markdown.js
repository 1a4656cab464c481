// Writes the documentation as plain Markdown to `docs`, for readers on a Git host.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plainPages } from '../apps/docs/reference/plain-pages.js'
import { root } from './packages.js'

const target = join(root, 'docs')

for (const name of readdirSync(target, { recursive: true })) if (name.endsWith('.md')) rmSync(join(target, name))
for (const [name, text] of plainPages()) {
  mkdirSync(dirname(join(target, name)), { recursive: true })
  writeFileSync(join(target, name), text)
}
