import { address } from '@flow-query/testing'
import type { Page } from '@playwright/test'
import { expect, start, test } from '../explorer.js'

const owner = address('owner')

/** Each flow can pay its own runs of the next day, but the wallet is empty after a few runs of all three. */
const flows = ['Rent', 'Savings', 'Newspaper'].map((label, index) => ({
  label,
  owner,
  interval: '10800s',
  startTime: new Date(start - 3_600_000).toISOString(),
  execTime: new Date(start + (index + 1) * 1_800_000).toISOString(),
  endTime: new Date(start + 30 * 86_400_000).toISOString(),
  configuration: { walletFallback: true },
}))

const rowOf = (page: Page, id: string) =>
  page.locator(`[data-testid=flow-row][data-id="${id}"]`).getByTestId('flow-row-health')

async function titleOf(page: Page): Promise<string> {
  await expect(page.getByTestId('verdict')).toHaveAttribute('aria-busy', 'false')
  return ((await page.getByTestId('verdict-title').textContent()) ?? '').replace(/ (in .*|at its next run):/, ':')
}

test('a row and the flow’s page show the same verdict for flows that share a wallet', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({ flows: flows as object[] })
  node.lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '200000' }]
  const titles: [id: string, title: string][] = []
  for (const id of ['1', '2', '3']) {
    await open(node, `/flows/${id}`)
    const title = await titleOf(page)
    expect(title).toMatch(/^(Will|Likely to) stop: .* short$/)
    titles.push([id, title])
  }
  for (const path of ['/flows', `/owners/${owner}`]) {
    await open(node, path)
    for (const [id, title] of titles) await expect(rowOf(page, id)).toHaveText(title)
  }
  await open(node, '/')
  for (const [id, title] of titles)
    await expect(page.locator(`[data-testid=next-failure][data-id="${id}"]`)).toContainText(title)
})

test('a list says that flows that spend the same money were not checked', async ({ page, open, startNode }) => {
  const node = await startNode({ flows: flows as object[] })
  node.lcd.accounts.balances[owner] = [{ denom: 'uinto', amount: '200000' }]
  await open(node, '/flows?q=savings')
  await expect(page.getByTestId('flow-row')).toHaveCount(1)
  await expect(page.getByTestId('partial-checks')).toHaveText(
    'The health may ignore the owner’s other flows, which can spend the same money. The page of a flow includes them.',
  )
  await expect(rowOf(page, '2').locator('[title$="Other flows of the owner were not checked"]')).toBeVisible()
})
