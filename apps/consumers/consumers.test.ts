import { chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { chromium as launching } from '../../scripts/chromium.js'
import { copyConsumer, install, remove, run, type Server, startServer, temporaryFolder, test } from './project.js'

const checked: [name: string, folder: string, versions?: Record<string, string>][] = [
  ['React', 'react'],
  [
    'React, the oldest that will do',
    'react',
    {
      '@tanstack/react-query': '5.80.0',
      '@types/react': '18.3.8',
      '@types/react-dom': '18.3.7',
      react: '18.0.0',
      'react-dom': '18.0.0',
    },
  ],
  ['Vue', 'vue'],
  ['Vue, the oldest that will do', 'vue', { '@tanstack/vue-query': '5.80.0', vue: '3.3.0' }],
  ['Svelte', 'svelte'],
  [
    'Svelte, the oldest that will do',
    'svelte',
    { '@sveltejs/vite-plugin-svelte': '6.2.4', '@tanstack/svelte-query': '6.0.0', svelte: '5.25.0', vite: '7.2.4' },
  ],
  ['React Compiler', 'react-compiler'],
  ['a server of CommonJS modules', 'commonjs'],
  ['TypeScript 5.4, 5.9 and 7, each with three ways to find a module', 'typescript'],
  ['Jest', 'jest'],
  ['MSW', 'msw'],
  ["ESLint with TanStack's rules", 'eslint'],
]

const rendered: typeof checked = [
  ['Next', 'next'],
  ['Nuxt', 'nuxt'],
  ['SvelteKit 2', 'sveltekit', { '@sveltejs/adapter-node': '5.5.7', '@sveltejs/kit': '2.70.4' }],
  ['SvelteKit 3', 'sveltekit'],
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

describe.concurrent('its own check passes', () => {
  test.for(checked)('%s', async ([, name, versions], { folder }) => {
    copyConsumer(name, folder, versions)
    await install(folder)
    await run(folder, 'npm', 'run', 'check')
  })
})

describe.concurrent('built, its server answers with a flow on the page', () => {
  test.for(rendered)('%s', async ([, name, versions], { folder, serve }) => {
    copyConsumer(name, folder, versions)
    await install(folder)
    await run(folder, 'npm', 'run', 'build')
    const site = await serve(folder, 'start', { LCD_URL: lcd.url })
    const { flow } = await (await fetch(`${lcd.url}/intento/intent/v1/flow/1`)).json()
    expect(await (await fetch(site)).text()).toContain(`<p>${flow.label}</p>`)
  })
})

describe.concurrent('what init makes shows flows in a browser, as one works on it and built', () => {
  test.for(['react', 'vue', 'svelte'])('%s', async (framework, { folder, serve }) => {
    await run(cli, 'npm', 'run', 'init', '--', folder, '--framework', framework, '--packages', inject('tarballs'))
    await install(folder)
    await run(folder, 'npm', 'run', 'build')
    const browser = await chromium.launch(await launching())
    try {
      for (const script of ['dev', 'preview']) {
        const page = await browser.newPage()
        page.setDefaultTimeout(120_000)
        const complaints: unknown[] = []
        page.on('console', message => {
          if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
        })
        page.on('pageerror', error => complaints.push(error))
        await page.goto(await serve(folder, `${script} --host 127.0.0.1 --port $PORT`))
        await page.getByRole('status').getByText('Live').waitFor()
        const flows = page.getByRole('listitem')
        await flows.filter({ hasText: 'Failing since run 1: no open channel to the other chain' }).waitFor()
        expect(await flows.first().getAttribute('data-health')).toBe('failing')
        await page.getByLabel('Owner').fill('into1')
        await page.getByRole('status').getByText('decoding bech32 failed').waitFor()
        expect(complaints).toEqual([])
      }
    } finally {
      await browser.close()
    }
  })
})
