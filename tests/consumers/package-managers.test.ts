import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, type TestContext } from 'vitest'
import { manifestOf, published } from '../../scripts/packages.js'
import { copyConsumer, install, remove, run, temporaryFolder, test } from './project.js'
import { type Registry, startRegistry } from './registry.js'
import { commit, copyRepository } from './repository.js'

/** Their commands, and the arguments that install a project without a lockfile, also in CI. */
const managers: [name: string, command: string, install: string[]][] = [
  ['npm', 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline']],
  ['pnpm', 'pnpm/bin/pnpm.cjs', ['install', '--no-frozen-lockfile']],
  ['Yarn', '@yarnpkg/cli-dist/bin/yarn.js', ['install', '--no-immutable']],
  ['Yarn 1', 'yarn-1/bin/yarn.js', ['install', '--no-lockfile']],
  ['Bun', '.bin/bun', ['install']],
]

const tools = temporaryFolder()
beforeAll(async () => {
  copyConsumer('package-managers', tools)
  await install(tools)
})
afterAll(() => remove(tools))

/** Installs a project and returns the output of its script. Skips the test if the package manager isn't available. */
async function startWith(
  [name, command, args]: (typeof managers)[number],
  project: string,
  skip: TestContext['skip'],
): Promise<string> {
  const path = name === 'npm' ? command : join(tools, 'node_modules', command)
  const version = await run(project, path, '--version').catch(String)
  skip(!/^\d+\.\d+\.\d+/.test(version), `${name} can't be installed with npm: ${version}`)
  await run(project, path, ...args)
  return run(project, path, 'run', 'start')
}

// Yarn 1 doesn't replace the dependencies of a tarball.
test.concurrent.for(managers.filter(([name]) => name !== 'Yarn 1'))(
  '%s installs tarballs from a clone as documented',
  async (manager, { folder, skip }) => {
    cpSync(inject('tarballs'), join(folder, 'flow-query/dist'), { recursive: true })
    const project = join(folder, 'my-app')
    cpSync(join(import.meta.dirname, 'tarballs'), project, { recursive: true })
    expect(await startWith(manager, project, skip)).toContain('Label: Pay rent')
  },
)

describe.concurrent('a release', () => {
  const clone = temporaryFolder()
  const target = join(clone, 'dist/release')
  let registry: Registry

  /** `npm test` sets the registry as a variable, which overrides the `.npmrc` of the clone. */
  const pack = () => run(clone, 'env', `npm_config_registry=${registry.url}`, 'node', 'scripts/release.js')

  beforeAll(async () => {
    registry = await startRegistry()
    await copyRepository(clone, `registry=${registry.url}\n${registry.npmrc}`)
    await pack()
    const publish = ['publish', '--access', 'public', '--provenance=false']
    await Promise.all(readdirSync(target).map(file => run(clone, 'npm', ...publish, join(target, file))))
  })
  afterAll(() => {
    registry.stop()
    remove(clone)
  })

  test.for(managers)('can be installed with %s', async (manager, { folder, skip }) => {
    cpSync(join(import.meta.dirname, 'tarballs'), folder, { recursive: true })
    rmSync(join(folder, 'pnpm-workspace.yaml'))
    const { overrides: _, resolutions: __, ...manifest } = manifestOf(folder)
    for (const dependencies of [manifest.dependencies, manifest.devDependencies])
      for (const name of Object.keys(dependencies)) if (name.startsWith('@flow-query/')) dependencies[name] = 'latest'
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, '.npmrc'), registry.npmrc)
    const yarnrc = {
      npmScopes: { 'flow-query': { npmRegistryServer: registry.url } },
      unsafeHttpWhitelist: ['127.0.0.1'],
      // Yarn doesn't install versions that are newer than a day.
      npmPreapprovedPackages: ['@flow-query/*'],
    }
    writeFileSync(join(folder, '.yarnrc.yml'), JSON.stringify(yarnrc))
    expect(await startWith(manager, folder, skip)).toContain('Label: Pay rent')
  })

  test('starts the commands with npx', async ({ folder }) => {
    writeFileSync(join(folder, '.npmrc'), registry.npmrc)
    // The cache of this machine can contain another package with the same version.
    const npx = ['--yes', '--cache', join(folder, 'cache')]
    expect(await run(folder, 'npx', ...npx, '@flow-query/cli', 'flow', '1', '--embedded')).toContain('Pay rent')
  })

  test('is followed by a release of the packages that changesets change', async ({ folder }) => {
    const versionOf = (name: string): string => manifestOf(join(clone, 'packages', name)).version
    const previous = versionOf('core')
    writeFileSync(join(clone, '.changeset/query.md'), "---\n'@flow-query/core': minor\n---\n\nAdd a query.\n")
    await run(clone, 'node_modules/.bin/changeset', 'version')
    await commit(clone, 'Change the versions')
    await pack()
    expect(readdirSync(target)).toHaveLength(published.length - 1)
    expect(readdirSync(target)).not.toContain('flow-query-testing.tgz')

    await run(folder, 'tar', '-xzf', join(target, 'flow-query-react.tgz'), '--strip-components', '1')
    expect(manifestOf(folder)).toMatchObject({
      dependencies: {
        '@flow-query/core': `^${versionOf('core')}`,
        '@flow-query/insights': `^${versionOf('insights')}`,
      },
      repository: { type: 'git', url: 'git+https://forge.example.org/flow-query.git', directory: 'packages/react' },
    })
    await run(folder, 'tar', '-xzf', join(target, 'flow-query-core.tgz'), '--strip-components', '1')
    const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
    expect(changelog.match(/^## .*|^- Add a query\.$/gm)).toEqual(
      expect.arrayContaining([`## ${versionOf('core')}`, '- Add a query.', `## ${previous}`]),
    )
  })
})
