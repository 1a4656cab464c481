import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { folders } from './scripts/packages.js'
import { shared } from './tests/setup/vitest.js'

/** All tests of the repository. Run the projects of one kind with `npx vitest --project '* unit'`. */
export default defineConfig({
  test: {
    ...shared,
    projects: [
      { test: { ...shared, name: 'scripts unit', include: ['scripts/*.test.js'] } },
      ...(await Promise.all(folders.map(projectsOf))).flat(),
    ],
  },
})

/** The projects in the configuration of a package, named `core unit` and `gateway slow`. */
async function projectsOf(folder: string): Promise<TestProjectInlineConfiguration[]> {
  const path = join(folder, 'vitest.config.ts')
  if (!existsSync(path)) return []
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, path)
  const { name: only = 'unit', projects = [{ extends: true, test: { name: only } }] } = loaded?.config.test ?? {}
  return projects.map(project => {
    if (typeof project !== 'object' || project instanceof Promise) throw new Error(`${path} must contain its projects.`)
    const { extends: isExtending, root = folder, test } = project
    return {
      ...project,
      root,
      ...(isExtending && { extends: path }),
      test: { ...test, name: `${basename(folder)} ${test?.name}` },
    }
  })
}
