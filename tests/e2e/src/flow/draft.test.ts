import { at, expect, test } from '../explorer.js'
import { alice, bob, ids, sample } from '../sample.js'

const message = {
  '@type': '/intento.intent.v1.MsgSubmitFlow',
  owner: alice,
  label: 'Pay rent',
  msgs: [
    {
      '@type': '/cosmos.bank.v1beta1.MsgSend',
      from_address: alice,
      to_address: bob,
      amount: [{ denom: 'uinto', amount: '0' }],
    },
  ],
  duration: '24h',
  interval: '1h',
  start_at: '0',
  fee_funds: [],
  configuration: { wallet_fallback: true },
  connection_id: '',
}

// A node answers the simulation of a message that fails with status 500.
test.use({ nodeFails: true })

test('a pasted flow is checked while it is edited, and its link contains it', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), '/new')
  await page.getByTestId('draft-text').fill(JSON.stringify(message))
  await page.getByTestId('draft-read').click()
  await expect(page.getByTestId('draft-title')).toHaveText('Every run will fail')
  await expect(page.getByTestId('draft-amount')).toHaveAccessibleDescription(
    /^The amount is 0 INTO, so every run fails/,
  )
  await page.getByTestId('draft-view-json').check()
  const editor = page.getByRole('textbox', { name: 'Messages' })
  await expect(editor).toContainText('The amount is 0 INTO, so every run fails.')

  await editor.fill(JSON.stringify(message.msgs).replace('"0"', '"5"'))
  await expect(page.getByTestId('draft-title')).toHaveText(/^No problems found/)
  await expect(page.getByTestId('draft-cost')).toContainText('Each of the 24 runs costs')
  await expect(page.getByTestId('expected-run').first()).toHaveText(/^Succeeds.*Owner’s wallet: .* INTO/)

  await page.getByTestId('share').click()
  await expect(page.getByTestId('share-dialog')).toContainText(/Pay rent · New flow · No problems found/)
  await expect(page.getByTestId('share-url')).toHaveValue(/flowInput=/)
  await page.keyboard.press('Escape')

  await expect(page.getByTestId('draft-summary')).toHaveText(/^24 runs, 0\.\d+ INTO each, paid by your wallet, first /)
  await page.getByTestId('draft-view-form').check()
  await expect(page.getByTestId('draft-amount')).toHaveValue('0.000005')
  await page.getByTestId('draft-duration').fill('30m')
  await expect(page.getByTestId('field-note')).toContainText('The interval is longer than the duration')
  await expect(page).toHaveURL(/30m/)
  await page.reload()
  await expect(page.getByTestId('draft-duration')).toHaveValue('30m')
  await expect(page.getByTestId('draft-title')).toHaveText('The chain won’t accept this flow')
  await page.getByTestId('draft-fix').click()
  await expect(page.getByTestId('draft-title')).toHaveText(/^No problems found/)
  await expect(page.getByTestId('draft-duration')).toHaveValue('3600s')

  // Servers refuse a URL of this length.
  const label = 'x'.repeat(20_000)
  await page.getByTestId('draft-label').fill(label)
  await expect(page).toHaveURL(/xxx/)
  await page.reload()
  await expect(page.getByTestId('draft-label')).toHaveValue(label)
})

test('explains text that is not a flow, and marks invalid JSON', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), '/new?from=4711')
  await expect(page.getByTestId('draft-problem')).toHaveText(/^The flow can’t be copied: Flow 4711 doesn’t exist/)
  await page.getByTestId('nav-new-flow').click()
  await expect(page.getByTestId('draft-problem')).toBeEmpty()
  await page.getByTestId('draft-text').fill('{"label": 5}')
  await page.getByTestId('draft-read').click()
  await expect(page.getByTestId('draft-problem')).not.toBeEmpty()
  await page.getByTestId('draft-text').fill(JSON.stringify(message))
  await page.getByTestId('draft-read').click()
  await page.getByTestId('draft-view-json').check()
  const editor = page.getByRole('textbox', { name: 'Messages' })
  await editor.fill('[{ "@type": ]')
  await expect(editor).toContainText('Not valid JSON: value expected.')
  await expect(page.getByTestId('draft-title')).toHaveText('The messages can’t be read')
  await expect(page.getByTestId('draft-sign')).toHaveCount(0)
  await editor.fill(JSON.stringify(message.msgs))
  await expect(page.getByTestId('draft-title')).toHaveText('Every run will fail')
  // Elsewhere, this key moves the focus to the search field.
  await editor.press('/')
  await expect(editor).toBeFocused()
})

test('an existing flow can be copied, with a link to the portal', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), `/flows/${ids.rent}`)
  await page.getByTestId('copy-flow').click()
  await expect(page.getByTestId('draft-owner')).toHaveValue(alice)
  await expect(page.getByTestId('draft-sign')).toHaveAttribute('href', /\/build\?flowInput=/)
  await page.getByTestId('draft-label').fill('Pay rent 2027')
  await expect(page).toHaveURL(/Pay\+rent\+2027/)
})

test('“New flow” and the browser’s buttons replace an edited draft, which stays valid while a year is typed', async ({
  page,
  open,
  startNode,
}) => {
  await open(
    await startNode({ state: sample() }),
    `/new?${new URLSearchParams({ flowInput: JSON.stringify(message) })}`,
  )
  await page.getByTestId('draft-label').fill('Edited')
  await expect(page).toHaveURL(/Edited/)
  await expect(page.getByTestId('draft-label')).toHaveValue('Edited')
  await page.getByTestId('nav-new-flow').click()
  await expect(page.getByTestId('draft-text')).toBeVisible()
  await expect(page).toHaveURL(at('/new'))
  await page.getByTestId('draft-text').fill(JSON.stringify({ ...message, label: 'Second' }))
  await page.getByTestId('draft-read').click()
  await expect(page).toHaveURL(/Second/)
  await page.goBack()
  await expect(page.getByTestId('draft-label')).toHaveValue('Edited')
  await page.goForward()
  await expect(page.getByTestId('draft-label')).toHaveValue('Second')

  const start = page.getByTestId('draft-start')
  await start.fill('0002-01-02T03:04')
  await expect(start).toHaveValue(/^0002-01-02T03:04/)
  await expect(page.getByTestId('draft-title')).toHaveText('The chain won’t accept this flow')
})

test('a link that can’t be read keeps its text', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), `/new?${new URLSearchParams({ flowInput: '{"label": 5}' })}`)
  await expect(page.getByTestId('draft-problem')).not.toBeEmpty()
  await expect(page.getByTestId('draft-text')).toHaveValue('{"label": 5}')
})

test('an example replaces the messages, and the fields follow', async ({ page, open, startNode }) => {
  await open(await startNode({ state: sample() }), '/new')
  await page.getByTestId('example-send').click()
  await expect(page.getByTestId('draft-place')).toHaveValue('here')
  await expect(page.getByTestId('draft-title')).toHaveText(/^No problems found/)
  await page.getByTestId('example-swap').click()
  await expect(page.getByTestId('draft-place')).toHaveValue('ownAccount')
  await expect(page.getByTestId('draft-connection')).toHaveValue(/^connection-/)
  await page.getByTestId('draft-connection').fill('')
  await expect(page.getByTestId('draft-place')).toHaveValue('ownAccount')
  await page.getByTestId('example-claim').click()
  await expect(page.getByTestId('draft-place')).toHaveValue('here')
})

test('another draft can’t be signed until the node has checked it', async ({ page, open, startNode }) => {
  const node = await startNode({ state: sample() })
  await open(node, '/new')
  await page.getByTestId('example-send').click()
  await expect(page.getByTestId('draft-title')).toHaveText(/^No problems found/)
  const sign = page.getByTestId('draft-sign')
  await expect(sign).toHaveAttribute('href', /flowInput=/)
  let answer = () => {}
  const isAnswered = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/cosmos/tx/v1beta1/simulate', async route => {
    await isAnswered
    await route.continue()
  })
  await page.getByTestId('draft-amount').fill('2')
  await expect(page.getByTestId('draft-title')).toHaveText('Checking…')
  await expect(sign).toBeDisabled()
  answer()
  await expect(page.getByTestId('draft-title')).toHaveText(/^No problems found/)
  await expect(sign).toHaveAttribute('href', /flowInput=/)
})
