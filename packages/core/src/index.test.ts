import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('the package has no dependencies', async () => {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(manifest)).not.toContain('dependencies')
  expect(manifest.peerDependenciesMeta).toEqual(
    Object.fromEntries(Object.keys(manifest.peerDependencies).map(name => [name, { optional: true }])),
  )
  expect(Object.keys(manifest)).not.toContain('optionalDependencies')
})
