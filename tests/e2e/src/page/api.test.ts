import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../explorer.js'
import { alice, ids, sample } from '../sample.js'

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
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('[data-testid=api-drawer]').analyze()
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

test('the API drawer shows the cached data of the page without sending requests', async ({
  page,
  inFlight,
  startNode,
}) => {
  const node = await startNode({ state: sample() })
  // A live page doesn't poll flows.
  const url = encodeURIComponent(node.url)
  await page.goto(`/flows/${ids.interchain}?lcd=${url}&rpc=${url}`)
  await expect(page.getByTestId('live-mark')).toHaveAttribute('data-connection', 'connected')
  await expect(page.getByTestId('history-row')).toHaveCount(5)
  await expect(page.locator('.bone')).toHaveCount(0)
  await expect.poll(() => inFlight.size).toBe(0)
  // The line about the node and the forecast can send requests at any time.
  const requests = () => node.lcd.requests.filter(({ target }) => target.startsWith('/intento/'))
  const before = requests()
  await page.getByTestId('api-open').click()
  await expect(page.getByTestId('api-response')).toContainText('"label": "Stake on Osmosis"')
  await expect(page.getByTestId('api-request')).toHaveText(`${node.url}/intento/intent/v1/flow/2`)
  await expect(page.getByTestId('api-hook')).toContainText("import { useFlow } from '@flow-query/react'")
  await expect(page.getByTestId('api-command')).toContainText('flow 2 --json')
  await page.getByTestId('api-choice').nth(1).click()
  await expect(page.getByTestId('api-response')).toContainText('"packetSequences"')
  expect(requests()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('api-drawer')).toHaveCount(0)
  await expect(page.getByTestId('api-open')).toBeFocused()
})
