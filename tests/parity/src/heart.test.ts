import { join, relative } from 'node:path'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import { filesOf, root, textOf } from './files.js'

const packages = join(root, 'packages')

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

test.each(['core', 'react', 'vue', 'svelte'])(
  '%s: only the entry point /insights knows forecasts, drafts and verdicts',
  name => {
    const files = filesOf(`packages/${name}/src/*.ts`).filter(path => !/\/src\/insights\/|\.test(-d)?\./.test(path))
    expect(files.length).toBeGreaterThan(5)
    for (const path of files) expect([path, textOf(path).match(/forecast|draft|verdict/i)]).toEqual([path, null])
  },
)
