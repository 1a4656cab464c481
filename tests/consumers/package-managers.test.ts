import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { copyConsumer, install, remove, run, temporaryFolder, test } from './project.js'

/** The arguments that install a project without a lockfile, also in CI. */
const managers: [name: string, install: string[]][] = [
  ['npm', ['install', '--no-audit', '--no-fund']],
  ['pnpm', ['install', '--no-frozen-lockfile']],
  ['yarn', ['install', '--no-immutable']],
  ['bun', ['install']],
]

const tools = temporaryFolder()
beforeAll(async () => {
  copyConsumer('package-managers', tools)
  await install(tools)
})
afterAll(() => remove(tools))

test.for(managers)('%s installs tarballs from a clone as documented', async ([name, args], { folder, skip }) => {
  const command = name === 'npm' ? name : join(tools, 'node_modules/.bin', name)
  const version = await run(folder, command, '--version').catch(String)
  skip(!/^\d+\.\d+\.\d+/.test(version), `${name} can't be installed with npm: ${version}`)

  cpSync(inject('tarballs'), join(folder, 'flow-query/dist'), { recursive: true })
  const project = join(folder, 'my-app')
  cpSync(join(import.meta.dirname, 'tarballs'), project, { recursive: true })
  await run(project, command, ...args)
  expect(await run(project, command, 'run', 'start')).toContain('Label: Pay rent')
})
