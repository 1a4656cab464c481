import { expect, test, waitForHydration } from './site.js'

test('failing flows are rendered by the server, and the browser sends no request', async ({
  page,
  request,
  lcd,
  addFlow,
  requests,
}) => {
  const { id, owner } = addFlow('Pay rent')
  addFlow('Restake', owner)
  lcd.execute(id, { outcome: 'failed', error: 'ABCI code: 5: insufficient funds' })
  // A flow that is due causes a request, so the next run is far in the future.
  lcd.updateFlow(id, { startTime: '2026-11-01T00:00:00Z', execTime: '2100-01-01T01:00:00Z' })
  lcd.disturb({ silent: true })

  const html = await (await request.get(`/owner/${owner}/failing`)).text()
  expect(html.replaceAll('<!-- -->', '')).toContain('Pay rent: Failing: ')

  await page.goto(`/owner/${owner}/failing`)
  await waitForHydration(page)
  await expect(page.getByRole('listitem')).toHaveText([/^Pay rent: Failing: /])
  expect(requests().filter(({ by }) => by === 'browser')).toEqual([])
})
