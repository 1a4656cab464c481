import type { Page } from '@playwright/test'
import { expect, open, test } from './site.js'

/** The nth visible example of a page. */
function example(page: Page, index = 0) {
  const live = page.locator('.live').filter({ visible: true }).nth(index)
  const shown = live.getByRole('log', { name: 'Output' })
  return {
    shown,
    button: (name: string | RegExp) => live.getByRole('button', { name }),
    argument: (name: string) => live.getByLabel(name, { exact: true }),
    /** Scrolls to the output until the example starts, because selecting a tab also scrolls. */
    show: () =>
      expect(async () => {
        await shown.evaluate(output => output.scrollIntoView({ block: 'center', behavior: 'instant' }))
        await expect(shown).not.toBeEmpty({ timeout: 5_000 })
      }).toPass(),
  }
}

const frameworks = { React: 'react', Vue: 'vue', Svelte: 'svelte' }

for (const [framework, path] of Object.entries(frameworks)) {
  test(`${framework}: live examples update after an event`, async ({ page }) => {
    await open(page, '/guides/live')
    await page.getByRole('tab', { name: framework }).first().click()
    const { shown, button, show } = example(page)
    await show()
    await expect(shown).toContainText('connected')
    await button('Execute flow 1').click()
    await expect(shown).toContainText('flow 1 was executed')

    await open(page, '/guides/lists')
    await expect(page.getByRole('tab', { name: framework, selected: true }).first()).toBeVisible()

    await open(page, `/getting-started/${path}`)
    await example(page).show()
    await expect(example(page).shown).toHaveText('Every 5s')
  })

  test(`${framework}: a failing flow appears and disappears, and a node failure shows an error`, async ({ page }) => {
    await open(page, '/guides/health')
    await page.getByRole('tab', { name: framework }).first().click()
    const { shown, button, show } = example(page)
    await show()
    await expect(shown).toContainText('Stake with a validator that is gone')
    await button('Fail a run of flow 27').click()
    await expect(shown).toContainText('Autocompound every day: Failing')
    await button('Execute flow 27').click()
    await expect(shown).not.toContainText('Autocompound every day')

    await open(page, '/guides/lists')
    const list = example(page)
    await list.show()
    await expect(list.shown.getByRole('listitem')).toHaveCount(5)
    await list.button('Load more').click()
    await expect(list.shown.getByRole('listitem')).toHaveCount(10)

    await open(page, `/getting-started/${path}`)
    const one = example(page, 1)
    await one.show()
    await expect(one.shown).toHaveText(/\d{4}-\d\d-\d\dT/)
    await one.argument('id').fill('9999')
    await expect(one.shown).toHaveText('Not yet')
    await one.argument('id').fill('5')
    await one.button('Simulate node failure').click()
    await expect(one.shown).toContainText('The node can’t respond at the moment')
    await one.button('Simulate node failure').click()
    await expect(one.shown).toHaveText(/\d{4}-\d\d-\d\dT/)
  })

  test(`${framework}: a draft is checked again when the reader changes it`, async ({ page }) => {
    await open(page, '/guides/drafts')
    await page.getByRole('tab', { name: framework }).first().click()
    const { shown, show } = example(page)
    await show()
    await expect(shown).toContainText('No problems found')
    await expect(shown).toContainText('Each of the 24 runs costs')
    await shown.getByLabel('Hours between runs').fill('25')
    await expect(shown).toContainText('The chain won’t accept this flow')
  })
}

test('core: examples run with the arguments that the reader enters', async ({ page }) => {
  await open(page, '/guides/errors')
  const { shown, button, argument, show } = example(page)
  await show()
  await expect(shown).toHaveText('Every 5s')
  await argument('id').fill('9999')
  await expect(shown).toContainText('Flow 9999 doesn’t exist.')
  await argument('id').fill('abc')
  await expect(shown).toContainText('argument - `id` must be a uint64 such as 14, got abc.')
  await argument('id').fill('4')
  await button('Simulate node failure').click()
  await expect(shown).toContainText('503: Service Unavailable')
  await button('Simulate node failure').click()
  await expect(shown).toHaveText('Autocompound')

  await open(page, '/guides/collections')
  await example(page).show()
  await expect(example(page).shown).toHaveText(/^\d+\s*$/)
  await example(page, 1).show()
  await expect(example(page, 1).shown).toContainText('19 of 19 flows')
  await example(page, 2).show()
  await expect(example(page, 2).shown).toContainText('DCA ATOM')
  await example(page, 2).argument('search').fill('rent')
  await expect(example(page, 2).shown).not.toContainText('DCA ATOM')
})

test('core: a persisted collection is restored after a reload, also if the node fails', async ({ page }) => {
  await open(page, '/guides/persistence')
  const { shown, button, show } = example(page)
  await show()
  await expect(shown).toHaveText(/^\d+ flows after [1-9]\d* requests\s*$/)
  const flows = parseInt((await shown.textContent()) ?? '', 10)
  await expect.poll(() => storedRecords(page)).toBe(1)
  await open(page, '/guides/persistence')
  await show()
  await expect(shown).toHaveText(`${flows} flows after 0 requests`)
  await button('Simulate node failure').click()
  await expect(shown).toHaveText(`${flows} flows after 0 requests`)
})

/** Returns the number of collections in the database of the example. */
function storedRecords(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise(resolve => {
        const opening = indexedDB.open('my-app')
        opening.onsuccess = () => {
          const counting = opening.result.transaction('flows').objectStore('flows').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )
}
