import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** The folders of the workspace, and the manifest of each. */
export const folders = ['packages', 'apps'].flatMap(parent =>
  readdirSync(join(root, parent)).map(name => join(root, parent, name)),
)

export const manifestOf = folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folders of what is published. */
export const published = folders.filter(folder => !manifestOf(folder).private)
