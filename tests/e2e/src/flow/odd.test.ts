import { expect, listedIds, type Node, test } from '../explorer.js'

/** Makes a node send invalid responses, by replacing a text in its valid responses. */
async function corruptResponses(node: Node, replaced: string, by: string): Promise<void> {
  for (const [query, path] of [
    ['flows', 'flows'],
    ['flowsForOwner', `flows/${node.lcd.flow(1)?.owner}`],
    ['flow', 'flow/1'],
  ] as const) {
    const response = await fetch(`${node.url}/intento/intent/v1/${path}`)
    node.lcd.fail({ query, status: 200, body: (await response.text()).replace(replaced, by) })
  }
}

test('displays unknown message types and deeply nested messages', async ({ page, open, startNode }) => {
  const node = await startNode({
    flows: [
      { msgs: [{ '@type': 'nested' }] },
      { msgs: [{ '@type': '__proto__' }] },
      { msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', amount: [{ denom: '__proto__', amount: '7' }] }] },
    ],
  })
  const nested = `${'{"@type":"/cosmos.authz.v1beta1.MsgExec","msgs":['.repeat(5_000)}{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"7"}${']}'.repeat(5_000)}`
  await corruptResponses(node, '{"@type":"nested"}', nested)
  await open(node)
  await expect(page.getByTestId('flow-row')).toContainText([/Send 7 __proto__/, /__proto__ every/, /MsgExec every/])
  await open(node, '/flows/1')
  await expect(page.getByTestId('message')).toContainText('MsgExec')
  await expect(page.getByTestId('message')).toContainText(
    'This message has more than 500 levels, so its content isn’t shown.',
  )
})

test('displays duplicate flows, coins, errors and field names', async ({ page, open, startNode }) => {
  const coins = [
    { denom: 'uinto', amount: '1' },
    { denom: 'uinto', amount: '2' },
  ]
  const node = await startNode({
    flows: [{}, { msgs: [{ '@type': '/made.up.v1.MsgPaint', to_address: 'a', 'to address': 'b', amount: coins }] }],
    history: { 2: [{ executed: false, errors: ['out of gas', 'out of gas'], execFee: coins }] },
  })
  await corruptResponses(node, '"id":"2"', '"id":"1"')
  for (const path of ['/flows', `/owners/${node.lcd.flow(1)?.owner}`]) {
    await open(node, path)
    await expect.poll(() => listedIds(page)).toContain('1')
  }
  node.lcd.recover()
  await open(node, '/flows/2?execution=1')
  await expect(page.getByTestId('chain-message')).toHaveText(['out of gas', 'out of gas'])
  await expect(page.getByTestId('detail-fee').locator('data')).toHaveCount(2)
  await expect(page.getByTestId('message')).toContainText(/To address\s*a\s*To address\s*b/)
})
