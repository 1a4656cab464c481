import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../explorer.js'

// Simulates a static file server that has only the files of the built explorer.
const origin = 'http://127.0.0.1:1'
test.use({ baseURL: origin })

test.beforeEach(async ({ page }) => {
  const files = fileURLToPath(new URL('../../../../apps/explorer/dist', import.meta.url))
  await page.route(`${origin}/**`, route => {
    const file = join(files, new URL(route.request().url()).pathname)
    return route.fulfill({
      path: file !== files && /\.\w+$/.test(file) && existsSync(file) ? file : join(files, 'index.html'),
    })
  })
})

test('works without a server: flows of the embedded chain run, and all pages survive a reload', async ({
  page,
  until,
}) => {
  const origins = new Set<string>()
  page.on('request', request => origins.add(new URL(request.url()).origin))
  await page.goto('/flows')
  await expect(page.getByTestId('flow-row').first()).toBeVisible()
  await expect(page.getByTestId('endpoint-open')).toContainText('Demo chain')
  await expect(page.getByTestId('flows-found')).toHaveText(/^\d{3} flows$/)

  await page.getByTestId('sort').selectOption('next')
  await page
    .getByTestId('flow-row')
    .filter({ hasText: /every (minute|\d+ seconds)/, hasNotText: 'on the other chain' })
    .first()
    .getByTestId('flow-link')
    .click()
  const runs = page.getByTestId('runs-total')
  await expect(runs).toHaveText(/\d/)
  const before = await runs.textContent()
  await until(async () => expect(await runs.textContent()).not.toBe(before))

  await page.getByTestId('flow-owner').click()
  await expect(page.getByTestId('owner-total')).toHaveText(/\d/)
  await page.reload()
  await expect(page.getByTestId('owner-total')).toHaveText(/\d/)
  expect([...origins]).toEqual([origin])
})
