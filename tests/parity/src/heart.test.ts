import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'

const packages = join(import.meta.dirname, '../../../packages')

/** Returns our modules that an app loads when it imports an entry point, without those that contain only types. */
async function modulesOf(entry: string): Promise<string[]> {
  const [built] = [
    await build({
      configFile: false,
      logLevel: 'silent',
      ssr: { resolve: { conditions: ['@flow-query/source'] }, noExternal: [/^@flow-query\//] },
      build: {
        ssr: join(packages, entry),
        write: false,
        rolldownOptions: { treeshake: false, external: /^(?![./]|@flow-query\/)/ },
      },
    }),
  ].flat()
  if (!built || !('output' in built)) throw new Error('Nothing was built')
  const modules = built.output.flatMap(chunk => (chunk as Rollup.OutputChunk).moduleIds ?? [])
  return modules.filter(id => id.startsWith(packages)).map(id => relative(packages, id))
}

test.each(['react', 'vue', 'svelte'])(
  'import of @flow-query/%s: loads at most 25 modules, of core and itself',
  async binding => {
    const modules = await modulesOf(`${binding}/src/index.ts`)
    expect(modules).toContain('core/src/client.ts')
    expect(modules.filter(path => !/^(core|react|vue|svelte)\/src\//.test(path))).toEqual([])
    expect(modules.length, modules.join('\n')).toBeLessThanOrEqual(25)
  },
)

/** The sources of a package, without tests. */
function sourcesOf(name: string): string[] {
  const folder = join(packages, name, 'src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !/\.test(-d)?\./.test(path))
    .map(path => join(folder, path))
}

test.each(['core', 'react', 'vue', 'svelte'])(
  '%s: only the entry point /insights knows forecasts, drafts and verdicts',
  name => {
    const files = sourcesOf(name).filter(path => !path.includes('/src/insights/'))
    expect(files.length).toBeGreaterThan(5)
    for (const path of files)
      expect([path, readFileSync(path, 'utf8').match(/forecast|draft|verdict/i)]).toEqual([path, null])
  },
)
