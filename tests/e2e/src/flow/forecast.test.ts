import { expect, test } from '../explorer.js'
import { bob, feeAccountOf, ids, sample } from '../sample.js'

test('shows the missing amount with a copy button, updates it with the balance, and shows a stranded balance', async ({
  context,
  page,
  open,
  startNode,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const node = await startNode({ state: sample() })
  await open(node, `/flows/${ids.scheduled}`)
  const verdict = page.getByTestId('verdict')
  await expect(verdict).toHaveAttribute('data-state', 'willStop')
  await expect(page.getByTestId('funds-fee-account')).toContainText('Empty')
  await expect(page.getByTestId('money-picture')).toContainText('Can’t pay')
  await expect(page.getByTestId('help')).toContainText('Send at least')
  await expect(page.getByTestId('next-runs').locator('li')).toHaveAttribute('data-expected', 'failed')
  const amount = page.getByTestId('missing-amount')
  await expect(amount).toContainText(/^[\d.]+ INTO/)
  await amount.getByTestId('copy').click()
  await expect(amount.getByTestId('copied')).toHaveText('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(await amount.textContent()).toMatch(new RegExp(`^${copied.replace('.', '\\.')} INTO`))

  node.lcd.accounts.balances[feeAccountOf(ids.scheduled)] = [{ denom: 'uinto', amount: '90000000' }]
  await page.reload()
  await expect(page.getByTestId('funds-fee-account')).toContainText('90 INTO')
  await expect(page.getByTestId('funds-fee-account')).toContainText('Pays the fees')

  await open(node, `/owners/${bob}`)
  await expect(page.getByTestId('owner-checked')).toHaveText(/flows checked/)
  const gardener = page.locator(`[data-testid=flow-row][data-id="${ids.scheduled}"]`)
  await expect(gardener.getByTestId('flow-row-health')).toContainText('Likely to fail')
  await open(node, `/flows/${ids.completed}`)
  await expect(page.getByTestId('funds-fee-account')).toHaveAttribute('data-stranded', 'true')
  await expect(page.getByTestId('funds-fee-account')).toContainText('0.44288 INTO')
  await expect(verdict).toHaveAttribute('data-state', 'ended')
})

test.describe('a node without a bank', () => {
  test.use({ nodeFails: true })

  test('shows that the facts are unknown, and that the node has no balances', async ({ page, open, startNode }) => {
    const node = await startNode({ state: sample() })
    await page.route(`${node.url}/cosmos/bank/**`, route => route.fulfill({ status: 501, body: '' }))
    await open(node, `/flows/${ids.rent}`)
    await expect(page.getByTestId('verdict-second')).toContainText('can’t be predicted')
    await expect(page.getByTestId('funds-wallet')).toContainText('This node doesn’t support this request')
    await expect(page.getByTestId('history-row').first()).toBeVisible()
  })
})

test('shows the fees of a healthy flow, and the result of a dry run', { tag: '@gateway' }, async ({
  page,
  open,
  startNode,
}) => {
  await open(await startNode({ state: sample() }), `/flows/${ids.rent}`)
  await expect(page.getByTestId('runs-total')).toHaveText('12')
  await expect(page.getByTestId('figure-fees')).toContainText('0.2304 INTO')
  await expect(page.getByTestId('last-outcome')).toHaveAttribute('data-outcome', 'succeeded')
  await page.getByTestId('dry-run').click()
  await expect(page.getByTestId('dry-run-result')).toContainText('The messages would succeed now')
})

test.describe('a dry run that fails', () => {
  test.use({ nodeFails: true })

  test('shows the message of the chain, and changes the verdict', async ({ page, open, startNode }) => {
    const node = await startNode({ state: sample() })
    await page.route(`${node.url}/cosmos/tx/v1beta1/simulate`, route =>
      route.fulfill({
        status: 500,
        json: {
          code: 2,
          message: 'failed to execute message; message index: 0: validator does not exist',
          details: [],
        },
      }),
    )
    await open(node, `/flows/${ids.rent}`)
    await expect(page.getByTestId('verdict')).toHaveAttribute('data-health', 'healthy')
    await page.getByTestId('dry-run').click()
    await expect(page.getByTestId('dry-run-message')).toContainText('validator does not exist')
    await expect(page.getByTestId('verdict')).toHaveAttribute('data-state', /will(Fail|Stop)/)
    await expect(page.getByTestId('verdict-message')).toContainText('validator does not exist')
  })
})
