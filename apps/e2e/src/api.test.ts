import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './explorer.js'
import { alice, sample } from './sample.js'

test('the API drawer is accessible, updates with the data and the page, and closes after a click outside of it', async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }), `/owners/${alice}`)
  await expect(page.getByTestId('owner-total')).toHaveText('3')
  await page.getByTestId('nav-params').click()
  await expect(page.getByTestId('param-row')).toHaveCount(8)
  await page.getByTestId('api-open').click()
  await expect(page.getByTestId('api-response')).toContainText('"flowFlexFeeMul"')
  const { violations } = await new AxeBuilder({ page }).include('[data-testid=api-drawer]').analyze()
  expect(violations).toEqual([])
  await page.goBack()
  await expect(page.getByTestId('api-command')).toContainText(`flows --owner ${alice} --all`)
  await expect(page.getByTestId('api-response')).toContainText('"label": "Pay rent"')
  await page.getByTestId('api-close').click()
  await expect(page.getByTestId('api-drawer')).toHaveCount(0)
  await page.getByTestId('api-open').click()
  await expect(page.getByTestId('api-response')).toBeVisible()
  await page.mouse.click(40, 400)
  await expect(page.getByTestId('api-drawer')).toHaveCount(0)
})
