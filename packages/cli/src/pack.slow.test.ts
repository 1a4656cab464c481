import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const execute = promisify(execFile)
const packages = ['cli', 'core', 'format', 'insights', 'rules', 'testing'].map(name =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url)),
)

test('the command runs after it is packed and installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-pack-'))
  const npm = (...args: string[]) =>
    execute('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, env: environment })
  try {
    // Only pnpm replaces workspace versions in package.json when it packs.
    const pnpm = fileURLToPath(new URL('../../../node_modules/.bin/pnpm', import.meta.url))
    await Promise.all(packages.map(cwd => execute(pnpm, ['pack', '--pack-destination', folder], { cwd })))
    const tarballs = readdirSync(folder).map(name => `./${name}`)
    expect(tarballs).toHaveLength(packages.length)
    await npm('init', '--yes')
    await npm('install', '--ignore-scripts', '--prefer-offline', ...tarballs)

    // npm records in its lockfile whether a package has install scripts.
    const { packages: installed } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
    const scripted = Object.entries<{ hasInstallScript?: true }>(installed).filter(([, one]) => one.hasInstallScript)
    expect(scripted.map(([name]) => name)).toEqual([])

    const { stdout: help } = await execute('npx', ['flow-query', '--help'], { cwd: folder, env: environment })
    expect(help).toContain('Usage: flow-query')
    const { stdout: version } = await execute('npx', ['flow-query', '--version'], { cwd: folder, env: environment })
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/)
    const { stdout: flow } = await execute('npx', ['flow-query', 'flow', '1', '--embedded'], {
      cwd: folder,
      env: environment,
    })
    expect(flow).toContain('Flow 1  Pay rent')

    const args = ['flow-query', 'export', '--embedded', '--to', '1']
    const { stdout: exported } = await execute('npx', args, { cwd: folder, env: environment })
    expect(JSON.parse(exported)).toMatchObject({ id: '1', label: expect.stringMatching(/^Pay rent/) })

    const sync = execute('npx', ['flow-query', 'sync', 'flows.duckdb', '--embedded'], { cwd: folder, env: environment })
    await expect(sync).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('@flow-query/sync @duckdb/node-api'),
    })

    const mcp = execute('npx', ['flow-query', 'mcp', '--embedded'], { cwd: folder, env: environment })
    await expect(mcp).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('@flow-query/mcp') })

    const child = spawn(join(folder, 'node_modules/.bin/flow-query'), ['serve', '--port', '0', '--json'])
    const [text] = await once(child.stdout, 'data')
    const { swagger } = JSON.parse(text)
    const statuses = ['', 'swagger-ui-bundle.js', 'v1beta1.json'].map(
      async name => (await fetch(swagger + name)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 200])
    child.kill()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const { npm_config_user_agent: _, NODE_OPTIONS: _options, ...environment } = process.env
