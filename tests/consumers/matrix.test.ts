import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { root } from '../../scripts/packages.js'
import {
  addDependencies,
  addSite,
  applyDiffs,
  checkConsumer,
  copyConsumer,
  copySite,
  install,
  remove,
  replaceIn,
  run,
  type Server,
  startServer,
  temporaryFolder,
  test,
} from './project.js'

/** `consumers.test.ts` has one project per module system. */
const consumers: [name: string, folder: string, versions?: Record<string, string>][] = [
  [
    'React, oldest supported versions',
    'react',
    {
      '@tanstack/react-query': '5.80.0',
      '@types/react': '18.3.8',
      '@types/react-dom': '18.3.7',
      react: '18.0.0',
      'react-dom': '18.0.0',
    },
  ],
  ['React, newest TanStack Query', 'react', { '@tanstack/react-query': '5.108.0' }],
  // It uses the newest `@tanstack/vue-query`.
  ['Vue', 'vue'],
  ['Vue, oldest supported versions', 'vue', { '@tanstack/vue-query': '5.80.0', vue: '3.3.0' }],
  ['Svelte', 'svelte'],
  [
    'Svelte, oldest supported versions',
    'svelte',
    { '@sveltejs/vite-plugin-svelte': '6.2.4', '@tanstack/svelte-query': '6.0.0', svelte: '5.25.0', vite: '7.2.4' },
  ],
  ['Svelte, newest TanStack Query', 'svelte', { '@tanstack/svelte-query': '6.3.6' }],
  ['React Compiler', 'react-compiler'],
  ['Jest', 'jest'],
  ['MSW', 'msw'],
  ["ESLint with TanStack's rules", 'eslint'],
]

const cli = temporaryFolder()
let lcd: Server
beforeAll(async () => {
  copyConsumer('cli', cli)
  await install(cli)
  lcd = await startServer(cli, 'serve --port $PORT')
})
afterAll(async () => {
  await lcd.stop()
  remove(cli)
})

describe.concurrent('npm run check passes', () => {
  test.for(consumers)('%s', ([, name, versions], { folder }) => checkConsumer(name, folder, versions))
})

/** Requests pages of a site that runs on the server, and compares them with the node's data. */
async function expectPages(site: string, { hasFailingPage = true } = {}): Promise<void> {
  const { flow } = await (await fetch(`${lcd.url}/intento/intent/v1/flow/1`)).json()
  expect(await (await fetch(`${site}/flow/1`)).text()).toContain(`<h1>${flow.label}</h1>`)
  const owner = `/owner/${flow.owner}`
  const expected: Record<string, number> = {
    '/flow/1': 200,
    '/flow/999999': 404,
    '/flow/rent': 404,
    [owner]: 200,
    '/owner/bad': 404,
    ...(hasFailingPage && { [`${owner}/failing`]: 200, '/owner/bad/failing': 404 }),
  }
  const statuses = Object.keys(expected).map(async path => [path, (await fetch(site + path)).status])
  expect(Object.fromEntries(await Promise.all(statuses))).toEqual(expected)
}

test('the Next.js site works in the unmodified template of create-next-app', async ({ folder, serve }) => {
  const options = ['--yes', '--skip-install', '--disable-git', '--use-npm']
  await run(folder, 'npx', '--yes', 'create-next-app@16.4.3', 'site', ...options)
  const project = join(folder, 'site')
  addSite('next', ['app', 'proxy.ts'], project, ['app/layout.tsx'])
  await applyDiffs('next', project)
  await install(project)
  const fonts = join(import.meta.dirname, 'templates/next/fonts.cjs')
  await run(project, 'env', `NEXT_FONT_GOOGLE_MOCKED_RESPONSES=${fonts}`, 'npm', 'run', 'build')
  await expectPages(await serve(project, 'start', { LCD_URL: lcd.url, RPC_URL: lcd.url }))
})

test('the SvelteKit site works in the unmodified template of sv, which has SvelteKit 2', async ({ folder, serve }) => {
  const options = ['--template', 'minimal', '--types', 'ts', '--no-add-ons', '--no-install']
  await run(folder, 'npx', '--yes', 'sv@0.17.1', 'create', 'site', ...options)
  const project = join(folder, 'site')
  addSite('sveltekit', ['src/lib', 'src/routes'], project, ['src/routes/+layout.svelte'])
  await applyDiffs('sveltekit', project)
  await install(project)
  await run(project, 'npm', 'run', 'build')
  await run(project, 'npm', 'run', 'check')
  const urls = { PUBLIC_LCD_URL: lcd.url, PUBLIC_RPC_URL: lcd.url }
  // adapter-auto builds no server here, because it recognizes no hosting platform.
  await expectPages(await serve(project, 'preview --host 127.0.0.1 --port $PORT', urls))
})

test('TanStack Start shows flows in the unmodified template of its command', async ({ folder, serve }) => {
  const options = ['--yes', '--no-git', '--no-install', '--no-intent', '--package-manager', 'npm']
  await run(folder, 'npx', '--yes', '@tanstack/cli@0.71.0', 'create', 'site', ...options)
  const project = join(folder, 'site')
  cpSync(join(import.meta.dirname, 'templates/tanstack-start/src'), join(project, 'src'), { recursive: true })
  await applyDiffs('tanstack-start', project)
  addDependencies(project, {
    '@flow-query/format': 'latest',
    '@flow-query/react': 'latest',
    '@tanstack/react-query': 'latest',
    '@tanstack/react-router-ssr-query': 'latest',
  })
  await install(project)
  writeFileSync(join(project, '.env'), `VITE_LCD_URL=${lcd.url}\nVITE_RPC_URL=${lcd.url}\n`)
  await run(project, 'npm', 'run', 'build')
  await run(project, 'npx', 'tsc', '--noEmit')
  const site = await serve(project, 'preview --host 127.0.0.1 --port $PORT')
  await expectPages(site, { hasFailingPage: false })
})

describe.concurrent('a site outside of the workspace type-checks, builds and shows flows', () => {
  // `nuxi init` downloads its template from GitHub, so the tests have a copy of the two files that the documentation changes.
  test('Nuxt', async ({ folder, serve }) => {
    const site = copySite('nuxt', folder)
    for (const file of ['app/app.vue', 'nuxt.config.ts'])
      cpSync(join(import.meta.dirname, 'templates/nuxt', file), join(site, file))
    await applyDiffs('nuxt', site)
    // Nuxt 4.5.2 can't build pages with Vite 8.4.0, not even in its own template. The documentation says so.
    await run(site, 'npm', 'pkg', 'set', 'overrides.vite=8.3.8')
    await install(site)
    await run(site, 'npm', 'run', 'build')
    await expectPages(await serve(site, 'start', { NUXT_PUBLIC_LCD_URL: lcd.url, NUXT_PUBLIC_RPC_URL: lcd.url }))
  })

  test('SvelteKit 3', async ({ folder, serve }) => {
    const site = copySite('sveltekit', folder)
    rmSync(join(site, 'svelte.config.js'))
    copyConsumer('sveltekit-3', site)
    const imports = { '$lib/client': '#lib/client.ts', '$lib/': '#lib/', '$app/environment': '$app/env' }
    replaceIn(join(site, 'src/routes'), imports)
    await install(site)
    await run(site, 'npm', 'run', 'build')
    await expectPages(await serve(site, 'start', { LCD_URL: lcd.url, RPC_URL: lcd.url }))
  })
})

// Online editors open a folder without the rest of the repository.
describe.concurrent('a demo app works outside of the workspace', () => {
  test.for(['react', 'vue', 'svelte'])('%s', async (name, { folder, serve, page }) => {
    const app = copySite(name, folder)
    rmSync(join(folder, 'tsconfig.base.json'))
    await install(app)
    await run(app, 'npm', 'run', 'typecheck')
    await run(app, 'npm', 'run', 'build')
    await page.goto(await serve(app, 'dev --host 127.0.0.1 --port $PORT'))
    await page.getByRole('heading', { name: 'How do I show one flow?' }).waitFor()
  })
})

/** The files of Getting started, and the examples that they contain. */
const gettingStarted = {
  react: { 'src/App.tsx': 'App.tsx', 'src/FlowLabel.tsx': 'FlowLabel.tsx' },
  vue: { 'src/main.ts': 'main.ts', 'src/App.vue': 'App.vue' },
  svelte: { 'src/App.svelte': 'App.svelte', 'src/FlowLabel.svelte': 'FlowLabel.svelte' },
}

/** The packages that a page of the documentation installs, in their newest version. */
function packagesOf(page: string): Record<string, string> {
  const commands = readFileSync(join(root, page), 'utf8').matchAll(/npm install (.*)/g)
  const names = Array.from(commands, ([, words = '']) => words.split(' ')).flat()
  return Object.fromEntries(names.map(name => [name, 'latest']))
}

describe.concurrent('after the documented install command, the examples compile and show a flow in the template of create-vite', () => {
  test.for(Object.entries(gettingStarted))('%s', async ([framework, files], { folder, serve, page }) => {
    const template = ['--template', `${framework}-ts`, '--no-interactive']
    await run(folder, 'npx', '--yes', 'create-vite@9.3.0', 'my-app', ...template)
    const project = join(folder, 'my-app')
    addDependencies(project, packagesOf(`apps/docs/pages/getting-started/${framework}.md`))
    await install(project)
    for (const [file, example] of Object.entries(files))
      cpSync(join(root, 'packages', framework, 'examples', example), join(project, file))
    cpSync(join(root, 'apps', framework, 'src/examples'), join(project, 'src/guides'), { recursive: true })
    await run(project, 'npm', 'run', 'build')
    if (framework === 'svelte') await run(project, 'npm', 'run', 'check')

    const site = await serve(project, 'preview --host 127.0.0.1 --port $PORT')
    const { flow } = await (await fetch(`${lcd.url}/intento/intent/v1/flow/14`)).json()
    const node = 'http://127.0.0.1:1317'
    await page.route(`${node}/**`, route => route.continue({ url: route.request().url().replace(node, lcd.url) }))
    await page.goto(site)
    await page.getByText(flow.label, { exact: true }).waitFor()
  })
})

describe.concurrent('a project created by init shows flows in a browser, in development and after the build', () => {
  test.for(['react', 'vue', 'svelte'])('%s', async (framework, { folder, serve, page }) => {
    await run(cli, 'npm', 'run', 'init', '--', folder, '--framework', framework, '--packages', inject('tarballs'))
    await install(folder)
    await run(folder, 'npm', 'test')
    const messages: unknown[] = []
    page.on('console', message => {
      // One flow uses a connection that does not exist, and browsers log each status 404.
      if (message.location().url.endsWith('/connections/connection-7')) return
      if (['error', 'warning'].includes(message.type())) messages.push(message.text())
    })
    page.on('pageerror', error => messages.push(error))
    const showsFlows = async (site: string) => {
      await page.goto(site)
      await page.getByLabel('Owner').fill('into1ylhvlx5yc3l6kp5w6f8v6tvhgpm85etwm5mccl')
      await page.getByRole('status').getByText('Live').waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Failing: no open channel to the other chain' }).waitFor()
      expect(await page.getByRole('listitem').first().getAttribute('data-state')).toBe('failing')
    }
    await showsFlows(await serve(folder, 'dev --host 127.0.0.1 --port $PORT'))

    writeFileSync(join(folder, '.env'), `VITE_LCD_URL=${lcd.url}\nVITE_RPC_URL=\n`)
    await run(folder, 'npm', 'run', 'build')
    await showsFlows(await serve(folder, 'preview --host 127.0.0.1 --port $PORT'))
    const built = readdirSync(join(folder, 'dist/assets')).map(file =>
      readFileSync(join(folder, 'dist/assets', file), 'utf8'),
    )
    expect(
      built.filter(text => text.includes('lcd.in-memory.test')),
      'built files that contain the in-memory node',
    ).toEqual([])
    expect(messages).toEqual([])
  })
})
