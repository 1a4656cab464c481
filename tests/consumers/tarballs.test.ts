import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect } from 'vitest'
import { locate } from '../../scripts/locate.js'
import { manifestOf, published, root } from '../../scripts/packages.js'
import { run, tarballOf, test } from './project.js'

const packages = published.map((folder): [name: string, folder: string] => [manifestOf(folder).name, folder])

describe.each(packages)('%s', (name, source) => {
  const unpack = (folder: string) => run(folder, 'tar', '-xzf', tarballOf(name), '--strip-components', '1')

  test('package.json has the fields for registries and bundlers', async ({ folder }) => {
    await unpack(folder)
    const manifest = manifestOf(folder)
    expect(manifest).toMatchObject({
      license: 'MIT',
      engines: { node: '>=20.19' },
      publishConfig: { access: 'public', provenance: true },
      keywords: expect.arrayContaining(['intento', 'flows', 'cosmos']),
    })
    if (manifest.exports['.']) expect(manifest.sideEffects).toBe(false)
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|@flow-query\/source|"(devDependencies|scripts)":/)
  })

  test('contains the license, the README and a changelog with its version, but no source files or source maps', async ({
    folder,
  }) => {
    await unpack(folder)
    const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')
    expect(textOf('LICENSE')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
    expect(textOf('README.md')).toContain(`# ${name}`)
    expect(textOf('CHANGELOG.md')).toContain(`# ${name}\n\n## ${manifestOf(folder).version}\n`)

    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(files.filter(file => /^src\b|\.map$|(?<!\.d)\.ts$/.test(file) && !file.startsWith('templates/'))).toEqual([])
    for (const file of files.filter(file => file.endsWith('.js')))
      expect(textOf(file), file).not.toMatch(/^\/\/# sourceMappingURL=/m)
  })

  test('after a release, package.json and links point to the repository', async ({ folder }) => {
    await unpack(folder)
    const directory = relative(root, source)
    locate(folder, { repository: 'https://forge.example.org/flow-query', directory, revision: 'v0.1.0' })
    expect(manifestOf(folder)).toMatchObject({
      homepage: `https://forge.example.org/flow-query/tree/v0.1.0/${directory}#readme`,
      bugs: 'https://forge.example.org/flow-query/issues',
      repository: { url: 'git+https://forge.example.org/flow-query.git', directory },
    })
    const server = join(folder, 'server.json')
    if (existsSync(server)) {
      const { version, mcpName } = manifestOf(folder)
      expect(mcpName).toBe('org.example.forge/flow-query')
      expect(JSON.parse(readFileSync(server, 'utf8'))).toMatchObject({
        name: mcpName,
        version,
        packages: [{ version }],
      })
    }
    const blob = /^https:\/\/forge\.example\.org\/flow-query\/blob\/v0\.1\.0\/([^#]*)/
    for (const page of readdirSync(folder).filter(file => file.endsWith('.md')))
      for (const [, link = ''] of readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)]*)\)/g)) {
        expect(link).toMatch(/^(https:|#)/)
        const [, path] = blob.exec(link) ?? []
        if (path !== undefined) expect(existsSync(join(root, path)), link).toBe(true)
      }
  })
})
