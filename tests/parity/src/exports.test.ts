import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { manifestOf, published } from '../../../scripts/packages.js'

interface Entry {
  '@flow-query/source'?: string
}

/** Returns the names that each entry point of a package exports, without types. */
async function exportsOf(folder: string): Promise<Record<string, string[]>> {
  const names: Record<string, string[]> = {}
  for (const [entry, paths] of Object.entries<Entry>(manifestOf(folder).exports ?? {})) {
    const source = paths['@flow-query/source']
    if (source) names[entry] = Object.keys(await import(/* @vite-ignore */ join(folder, source))).sort()
  }
  return names
}

/** The command line has no entry point for programs. */
const libraries = published.filter(folder => basename(folder) !== 'cli')

test.each(libraries.map(folder => [basename(folder), folder]))('the exports of %s', async (_, folder) => {
  expect(await exportsOf(folder)).toMatchSnapshot()
})
