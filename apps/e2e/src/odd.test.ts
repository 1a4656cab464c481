import { expect, listedIds, type Node, test } from './explorer.js'

/** A node of three flows that answers what no node should: what it would have said, with something in place of something. */
async function answering(node: Node, replaced: string, by: string): Promise<void> {
  for (const [query, path] of [
    ['flows', 'flows'],
    ['flowsForOwner', `flows/${node.lcd.flow(1)?.owner}`],
    ['flow', 'flow/1'],
  ] as const) {
    const answer = await fetch(`${node.url}/intento/intent/v1/${path}`)
    node.lcd.fail({ query, status: 200, body: (await answer.text()).replace(replaced, by) })
  }
}

test('messages of types that no chain has, and nested without end: the list stands, and so do their pages', async ({
  page,
  open,
  startNode,
}) => {
  const node = await startNode({
    flows: [
      { msgs: [{ '@type': 'nested' }] },
      { msgs: [{ '@type': '__proto__' }] },
      { msgs: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', amount: [{ denom: '__proto__', amount: '7' }] }] },
    ],
  })
  const nested = `${'{"@type":"/cosmos.authz.v1beta1.MsgExec","msgs":['.repeat(5_000)}{"@type":"/cosmos.gov.v1.MsgVote","proposal_id":"7"}${']}'.repeat(5_000)}`
  await answering(node, '{"@type":"nested"}', nested)
  await open(node)
  await expect(page.getByTestId('flow-row')).toContainText([
    /Send 7 __proto__/,
    /__proto__ every/,
    /Vote on proposal 7/,
  ])
  await open(node, '/flows/1')
  await expect(page.getByTestId('message')).toContainText('Vote on proposal 7')
})

test('what a node lists twice is shown, and can be looked at', async ({ page, open, startNode }) => {
  const coins = [
    { denom: 'uinto', amount: '1' },
    { denom: 'uinto', amount: '2' },
  ]
  const node = await startNode({
    flows: [{}, { msgs: [{ '@type': '/made.up.v1.MsgPaint', from_address: 'a', 'from address': 'b', amount: coins }] }],
    history: { 2: [{ executed: false, errors: ['out of gas', 'out of gas'], execFee: coins }] },
  })
  await answering(node, '"id":"2"', '"id":"1"')
  for (const path of ['/flows', `/owners/${node.lcd.flow(1)?.owner}`]) {
    await open(node, path)
    await expect.poll(() => listedIds(page)).toContain('1')
  }
  node.lcd.recover()
  await open(node, '/flows/2?execution=1')
  await expect(page.getByTestId('chain-message')).toHaveText(['out of gas', 'out of gas'])
  await expect(page.getByTestId('detail-fee').locator('data')).toHaveCount(2)
  await expect(page.getByTestId('message')).toContainText(/From address\s*a\s*From address\s*b/)
})
