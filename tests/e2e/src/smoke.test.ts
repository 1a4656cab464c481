import { at, expect, test } from './explorer.js'
import { ids, sample } from './sample.js'

test('the overview leads to a failing flow, and to a flow whose next run fails', { tag: '@smoke' }, async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }), '/')
  await expect(page.getByTestId('count-active')).toContainText('8')
  await page.getByTestId('flow-line').filter({ hasText: 'Stake on Osmosis' }).getByRole('link').first().click()
  await expect(page).toHaveURL(at(`/flows/${ids.interchain}`))
  await expect(page.getByTestId('flow-title')).toHaveText('Stake on Osmosis')
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-health', 'failing')
  await expect(page.getByTestId('history-row')).toHaveCount(5)

  await page.goBack()
  await expect(page.getByTestId('attention-checked')).toHaveText(/^All flows checked/)
  await page.getByTestId('next-failure').filter({ hasText: 'Pay the gardener' }).getByRole('link').first().click()
  await expect(page).toHaveURL(at(`/flows/${ids.scheduled}`))
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-state', 'willStop')
})
