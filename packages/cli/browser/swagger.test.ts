import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { test as base, expect } from '../../../tests/setup/browser-test.js'

/** Starts `flow-query serve` with default options, which serves both API versions. */
const test = base.extend<{ url: string }>({
  // Swagger UI shows no responses while the time is paused.
  clock: 'real',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern.
  async url({}, use) {
    const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
    const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--json'])
    const [text] = await once(child.stdout, 'data')
    await use(JSON.parse(text).url)
    child.kill()
  },
})

/** Opens a query on the Swagger page, executes it, and returns the displayed response. */
async function tryOut(page: Page, path: string): Promise<{ status: string; body: string }> {
  const operation = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) })
  // Swagger UI keeps queries open when the selected document changes.
  const summary = operation.locator('.opblock-summary-control')
  if ((await summary.getAttribute('aria-expanded')) !== 'true') await summary.click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const response = operation.locator('.live-responses-table .response').first()
  return {
    status: (await response.locator('.response-col_status').textContent()) ?? '',
    body: (await response.locator('.response-col_description .microlight').first().textContent()) ?? '',
  }
}

test('executes queries of both API versions on the served node', async ({ page, url }) => {
  const elsewhere: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  await page.goto(`${url}/swagger/`)
  await expect(page.getByRole('heading', { name: /Flow Query Interface, v1\b/ })).toBeVisible()
  const newer = await tryOut(page, '/intent/v1/flow/{id}')
  expect(newer.status).toContain('200')
  expect(JSON.parse(newer.body)).toMatchObject({ flow: { id: '14', label: 'Every 5s' } })

  await page.getByRole('combobox', { name: 'Select a definition' }).selectOption('v1beta1')
  await expect(page.getByRole('heading', { name: /Flow Query Interface, v1beta1/ })).toBeVisible()
  const older = await tryOut(page, '/intent/v1beta1/flow/{id}')
  expect(JSON.parse(older.body)).toMatchObject({ flow_info: { id: '14', label: 'Every 5s' } })
  expect(elsewhere).toEqual([])
})

test('requests a list with a limit', async ({ page, url }) => {
  await page.goto(`${url}/swagger/`)
  const { status, body } = await tryOut(page, '/intent/v1/flows')
  expect(status).toContain('200')
  expect(JSON.parse(body).flows).toHaveLength(10)
})

test('has no axe violations except those of Swagger UI', async ({ page, url }) => {
  await page.goto(`${url}/swagger/`)
  await tryOut(page, '/intent/v1/flows')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id).sort()).toEqual([
    'color-contrast',
    'heading-order',
    'label',
    'nested-interactive',
    'region',
    'scrollable-region-focusable',
    'select-name',
  ])
})
