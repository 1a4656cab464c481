import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './explorer.js'

const manifests = {
  react: import.meta.resolve('@flow-query/demo-react/package.json'),
  vue: import.meta.resolve('@flow-query/demo-vue/package.json'),
  svelte: import.meta.resolve('@flow-query/demo-svelte/package.json'),
}

/** Text that each example shows on the demo chain, in the order of the questions. */
const examples = {
  Flow: /Send 0\.02 INTO every 15 seconds/,
  Flows: /Page 1.*Unstake 80 INTO/s,
  InfiniteFlows: /Unstake 80 INTO/,
  FlowsForOwner: /5 of 19 flows/,
  FlowHistory: /0\.0192 INTO/,
  Ica: /Account on connection-2\s*quick1/,
  Params: /Burn fee per message\s*0\.01 INTO/,
  LiveFlows: /connected\s*Next run: 1 Jan 2026, 13:00:09 CET/,
  FlowCollection: /19 of 19 flows/,
  FlowsHealth: /Stake with a validator that is gone: Failing: the validator does not exist/,
  FlowsVerdict: /Next run: likely to succeed/,
  FlowDryRun: /Send 0\.02 INTO/,
  NextFailures: /Stake with a validator that is gone: Likely to fail: the validator does not exist\s*\d+ \w+ \d+/,
  FlowDraft: /No problems found.*Each of the 24 runs costs/s,
  SuspenseFlow: /Streaming payment/,
  FlowErrors: /Pay rent/,
  RefreshFlows: /Read at 1:00:00 PM.*Autocompound every day/s,
}

/** The files of Getting started: the one that provides the client, and the one with the first component. */
const setups = {
  react: ['App.tsx', 'FlowLabel.tsx'],
  vue: ['main.ts', 'App.vue'],
  svelte: ['App.svelte', 'FlowLabel.svelte'],
}

// Simulates a static file server without a node.
const origin = 'http://127.0.0.1:1'
test.use({ baseURL: origin })

const result = (page: Page) => page.getByRole('region', { name: 'Result' })

for (const [app, manifest] of Object.entries(manifests)) {
  test.describe(app, () => {
    test.beforeEach(async ({ page }) => {
      await page.route(`${origin}/**`, route => {
        const { pathname } = new URL(route.request().url())
        if (pathname.startsWith('/assets/')) return route.fulfill({ path: fileOf(`dist${pathname}`) })
        const body = readFileSync(fileOf('dist/index.html'), 'utf8')
        return route.fulfill({
          contentType: 'text/html',
          body: body.replace('docs" content=""', 'docs" content="http://docs.invalid"'),
        })
      })
    })

    const fileOf = (path: string) => fileURLToPath(new URL(path, manifest))

    const packages = `npm install @flow-query/${app} @tanstack/${app}-query`
    const [provider = '', component = ''] = setups[app as keyof typeof setups]
    const setupOf = (name: string) => readFileSync(fileOf(`src/setup/${name}`), 'utf8')

    test('starts with the setup of Getting started', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('region', { name: 'Install' }).locator('pre')).toHaveText(packages)
      for (const name of [provider, component]) {
        const source = page.getByRole('region', { name }).locator('pre')
        await expect(source).toContainText('@flow-query/')
        expect(await source.textContent()).toBe(setupOf(name))
      }
      for (const other of ['React', 'Vue', 'Svelte'].filter(name => name.toLowerCase() !== app))
        await expect(page.getByRole('link', { name: other })).toHaveAttribute(
          'href',
          `http://docs.invalid/getting-started/${other.toLowerCase()}`,
        )
      await page.getByRole('link', { name: 'Next', exact: true }).click()
      await expect(result(page)).toContainText(examples.Flow)
    })

    test('each example shows its packages and the provider on demand', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.setViewportSize({ width: 360, height: 740 })
      const install = page.getByRole('region', { name: 'Install' })
      const other = {
        FlowHistory: ' @flow-query/format',
        SuspenseFlow: / @flow-query\/format( react-error-boundary)?$/,
      }
      for (const [name, more] of Object.entries(other)) {
        await page.goto(`/#${name}`)
        await expect(page.getByText('How to set this up')).toBeVisible()
        await expect(install).toBeHidden()
        await page.getByText('How to set this up').focus()
        await page.keyboard.press('Enter')
        await expect(install.locator('pre')).toContainText(packages)
        await expect(install.locator('pre')).toContainText(more)
        const code = page.getByRole('region', { name: provider })
        await code.getByRole('button', { name: 'Copy' }).click()
        await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(setupOf(provider))
        await expect(page.getByRole('link', { name: 'Getting started' })).toHaveAttribute(
          'href',
          `http://docs.invalid/getting-started/${app}`,
        )
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      }
    })

    test('a wide screen shows a flow, its source and all questions', { tag: '@smoke' }, async ({ page }) => {
      await page.goto('/#Flow')
      await expect(result(page)).toContainText(examples.Flow)
      await expect(page.getByRole('region', { name: /^Flow\./ })).toContainText("import { useFlow } from '@flow-query/")
      const links = page.getByRole('navigation').getByRole('link')
      await expect(links).toHaveCount(Object.keys(examples).length + 1)
      await expect(links.last()).toBeVisible()
      await expect(page.getByText('All questions')).toBeHidden()
      await page.setViewportSize({ width: 360, height: 740 })
      await expect(links).toHaveCount(0)
    })

    test('each example fits a small screen, shows its file and guide, and keeps its data while the node fails', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/#Flow')
      for (const [name, shown] of Object.entries(examples)) {
        await expect(page.getByRole('navigation').locator('[aria-current=page]')).toHaveAttribute('href', `#${name}`)
        await expect(result(page)).toContainText(shown)
        const source = page.getByRole('region', { name: new RegExp(`^${name}\\.`) })
        const file = fileOf(`src/examples/${await source.getByRole('heading').textContent()}`)
        expect(await source.locator('pre').textContent()).toBe(readFileSync(file, 'utf8'))
        await source.getByRole('button', { name: 'Copy' }).click()
        await expect(source.getByRole('button', { name: 'Copied' })).toBeVisible()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(readFileSync(file, 'utf8'))
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
        await expect(page.getByRole('link', { name: 'Read the guide' })).toHaveAttribute('href', /docs\.invalid\/[a-z]/)

        await page.getByLabel('Let the node fail').check()
        // Svelte has no suspense, so this example reads the flow only once.
        if (app !== 'svelte' || name !== 'SuspenseFlow')
          await expect(result(page).getByRole('alert')).toContainText('can’t be reached')
        await expect(result(page)).toContainText(shown)
        await page.getByLabel('Let the node fail').uncheck()
        await expect(result(page).getByRole('alert')).toHaveCount(0)
        await expect(result(page)).toContainText(shown)

        const next = page.getByRole('link', { name: 'Next', exact: true })
        if (await next.isVisible()) await next.click()
        else expect(name).toBe('RefreshFlows')
      }
    })

    test('no example loads forever if the node fails from the start', async ({ page }) => {
      await page.goto('/#Flow')
      await expect(result(page)).toContainText(examples.Flow)
      await page.getByLabel('Let the node fail').check()
      for (const name of Object.keys(examples)) {
        await expect(page.getByRole('navigation').locator('[aria-current=page]')).toHaveAttribute('href', `#${name}`)
        // Svelte has no suspense, so this example shows the flow of the first page.
        if (app !== 'svelte' || name !== 'SuspenseFlow')
          await expect(result(page).getByRole('alert')).toContainText('can’t be reached')
        await expect(result(page)).not.toContainText('Loading…')
        const next = page.getByRole('link', { name: 'Next', exact: true })
        if (await next.isVisible()) await next.click()
      }
    })

    test('tables, lists and forms are accessible in both themes', async ({ page }) => {
      for (const name of ['FlowHistory', 'FlowsHealth', 'FlowErrors', 'FlowDraft'] as const) {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(`/#${name}`)
        await expect(result(page)).toContainText(examples[name])
        // The page has no frames, so the faster legacy mode is enough. The colors of the source are the same in all examples.
        const axe = () => new AxeBuilder({ page }).setLegacyMode().exclude(name === 'FlowHistory' ? [] : 'pre')
        const inLight = await axe().analyze()
        await page.emulateMedia({ colorScheme: 'dark' })
        // The themes only differ in their colors.
        const inDark = await axe().withRules('color-contrast').analyze()
        const violations = [...inLight.violations, ...inDark.violations]
        expect(violations.map(({ id, nodes }) => [name, id, nodes[0]?.html])).toEqual([])
      }
    })

    test('the keyboard opens the questions, an example and its controls, and a failing node fails in all examples', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/')
      await page.getByText('All questions', { exact: true }).focus()
      await page.keyboard.press('Enter')
      for (let link = 0; link < 3; link++) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'How do I page through all flows?' })).toBeFocused()
      await expect(page).toHaveTitle(/^How do I page through all flows\?/)
      await expect(page.getByRole('navigation').getByRole('list')).toBeHidden()
      await expect(result(page)).toContainText(examples.Flows)

      await result(page).getByRole('button', { name: 'Next' }).focus()
      await page.keyboard.press('Enter')
      await expect(result(page)).toContainText('Page 2')
      await page.getByLabel('Let the node fail').focus()
      await page.keyboard.press('Space')
      await expect(result(page).getByRole('alert')).toContainText('can’t be reached')

      await page.getByRole('link', { name: 'Next', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'How do I load more flows?' })).toBeVisible()
      await expect(result(page).getByRole('alert')).toContainText('can’t be reached')
      await page.getByLabel('Let the node fail').uncheck()
      await expect(result(page)).toContainText(examples.InfiniteFlows)
    })

    test('the controls of the examples work', async ({ page, pass }) => {
      const clickIn = (name: string) => result(page).getByRole('button', { name }).click()
      await page.goto('/#InfiniteFlows')
      await clickIn('Load more')
      await expect(result(page).getByRole('listitem')).toHaveCount(10)

      await page.goto('/#FlowCollection')
      await result(page).getByRole('searchbox').fill('hub')
      await expect(result(page)).toContainText(/\D6 of 19 flows/)
      await result(page).getByLabel('Sort').selectOption('label')
      await expect(result(page).getByRole('listitem').first()).toHaveText('Claim on the Hub through the agent')

      await page.goto('/#FlowDryRun')
      await clickIn('Test now')
      await expect(result(page).getByRole('status')).toHaveText('The messages would succeed now')

      await page.goto('/#FlowDraft')
      await expect(result(page).getByRole('status')).toHaveText('No problems found')
      await result(page).getByLabel('Hours between runs').fill('25')
      await expect(result(page).getByRole('status')).toHaveText('The chain won’t accept this flow')
      await expect(result(page).getByRole('link')).toHaveAttribute('href', /^https:\/\/portal\.intento\.zone\/build\?/)

      await page.goto('/#FlowErrors')
      await result(page).getByLabel('Flow ID').fill('9999')
      await expect(result(page).getByRole('alert')).toHaveText('Flow 9999 doesn’t exist.')
      await result(page).getByLabel('Flow ID').fill('abc')
      await expect(result(page).getByRole('alert')).toContainText('isn’t valid')

      await page.goto('/#RefreshFlows')
      await expect(result(page).getByRole('time')).toHaveText('1:00:00 PM')
      await pass(1_000)
      await clickIn('Refresh')
      await expect(result(page).getByRole('time')).toHaveText('1:00:01 PM')
    })

    test('shows the flows and events of a node from the URL', async ({ page, context, startNode }) => {
      await context.grantPermissions(['local-network-access'])
      const { url, lcd } = await startNode({ flows: [{ label: 'Pay rent', interval: '3600s' }] })
      await page.goto(`/?lcd=${url}&rpc=${url}#Flow`)
      await expect(result(page).getByRole('heading', { name: 'Pay rent' })).toBeVisible()
      await page.goto(`/?lcd=${url}&rpc=${url}#LiveFlows`)
      await expect(result(page)).toContainText('connected')
      lcd.execute(1)
      await expect(result(page)).toContainText('flow 1 was executed')

      // The clock of the node stands still, so both runs have the same time.
      lcd.execute(1)
      await page.goto(`/?lcd=${url}#FlowHistory`)
      await expect(result(page).getByRole('row')).toHaveCount(3)

      await page.goto(`/?lcd=${url}&rpc=${url}#FlowsHealth`)
      await expect(result(page)).toContainText('No flows are failing.')
      lcd.execute(1, { outcome: 'failed', error: 'out of gas' })
      await expect(result(page).getByRole('listitem')).toContainText(/^Pay rent: Failing: \S/)
    })
  })
}
