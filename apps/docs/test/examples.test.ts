import type { Page } from '@playwright/test'
import { expect, open, test } from './site.js'

/** The nth example of a page, and what it shows. */
function example(page: Page, index = 0) {
  const live = page.locator('.live').nth(index)
  return {
    shown: live.getByRole('log', { name: 'What it shows' }),
    button: (name: string | RegExp) => live.getByRole('button', { name }),
    given: (name: string) => live.getByLabel(name, { exact: true }),
  }
}

const frameworks = ['React', 'Vue', 'Svelte']

for (const framework of frameworks) {
  test(`${framework}: the examples run, live`, async ({ page }) => {
    await open(page, '/live.html')
    await page.getByRole('tab', { name: framework }).first().click()
    const { shown, button } = example(page)
    await expect(shown).toContainText('Live')
    await expect(shown).toContainText(/\d{4}-\d\d-\d\dT/)
    const before = (await shown.textContent()) ?? ''
    await button('Execute flow 1').click()
    await expect(shown).not.toHaveText(before)

    const { shown: event } = example(page, 1)
    await expect(event).toContainText('Flow 1: executed')

    await open(page, '/start.html')
    // The tab is remembered.
    await expect(page.getByRole('tab', { name: framework, selected: true }).first()).toBeVisible()
    await expect(example(page).shown).toHaveText('Every 5s')
  })

  test(`${framework}: a flow whose run fails is listed until one succeeds; a list grows; a node that fails is told`, async ({
    page,
  }) => {
    await open(page, '/insights.html')
    await page.getByRole('tab', { name: framework }).first().click()
    const { shown, button } = example(page)
    await expect(shown).toContainText('Stake with a validator that is gone')
    await button('Let a run of it fail').click()
    await expect(shown).toContainText('Autocompound every day: out of gas')
    await button('Execute flow 27').click()
    await expect(shown).not.toContainText('Autocompound every day')

    await open(page, '/lists.html')
    const list = example(page)
    await expect(list.shown.locator('p')).toHaveCount(20)
    await list.button('More').click()
    await expect(list.shown.locator('p')).toHaveCount(40)

    const one = example(page, 1)
    await expect(one.shown).toHaveText(/\d{4}-\d\d-\d\dT/)
    await one.given('id').fill('9999')
    await expect(one.shown).toHaveText('Not yet')
    await one.given('id').fill('5')
    await one.button('Fail the node').click()
    await expect(one.shown).toContainText('answered 503: Service Unavailable. Try another LCD.')
    await list.button('Fail the node').click()
    await expect(one.shown).toHaveText(/\d{4}-\d\d-\d\dT/)
  })
}

test('none: functions run with what the reader gives them', async ({ page }) => {
  await open(page, '/errors.html')
  const { shown, button, given } = example(page)
  await expect(shown).toHaveText('Every 5s')
  await given('id').fill('9999')
  await expect(shown).toHaveText('There is no flow 9999 (yet).')
  await given('id').fill('abc')
  await expect(shown).toHaveText('argument - `id` is abc, not a uint64.')
  await given('id').fill('4')
  await button('Fail the node').click()
  await expect(shown).toContainText('answered 503: Service Unavailable. Try another LCD.')
  await button('Fail the node').click()
  await expect(shown).toHaveText('Autocompound')

  await open(page, '/collections.html')
  await expect(example(page).shown).toHaveText(/^\d+\s*$/)
  await expect(example(page, 1).shown).toContainText('DCA ATOM')
  await example(page, 1).given('search').fill('rent')
  await expect(example(page, 1).shown).not.toContainText('DCA ATOM')
})

test('a word of an error message finds its remedy', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').pressSequentially('No QueryClient set')
  await expect(page.getByRole('option').first()).toContainText('Troubleshooting')
})
