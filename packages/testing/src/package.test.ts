import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface Installed {
  name: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  scripts?: Record<string, string>
}

/** Returns the manifest of a package and of all its dependencies. */
function installed(folder: string): { folder: string; manifest: Installed }[] {
  const manifest: Installed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
  const require = createRequire(join(folder, 'package.json'))
  return [{ folder, manifest }, ...names.flatMap(name => installed(dirname(require.resolve(`${name}/package.json`))))]
}

test('no dependency runs an install script', () => {
  const packages = installed(fileURLToPath(new URL('..', import.meta.url)))
  expect(packages.map(({ manifest }) => manifest.name)).toContain('ws')
  for (const { folder, manifest } of packages) {
    const scripts = Object.keys(manifest.scripts ?? {}).filter(name => /^(pre|post)?install$/.test(name))
    expect([manifest.name, scripts, existsSync(join(folder, 'binding.gyp'))]).toEqual([manifest.name, [], false])
  }
})
