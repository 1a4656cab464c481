import { createLcd } from '@flow-query/testing'
import connect from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../../../tests/setup/wait-for.js'
import { installed, type PostgresTestServer, startPostgres } from '../../../sync/test/servers.js'
import { startReceiver } from '../../test/receiver.js'
import { startMonitor } from '../../test/start-monitor.js'
import { owner, secret } from '../../test/subscriptions.js'

describe.runIf(installed.postgres)('several instances with Postgres', () => {
  let server: PostgresTestServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  test('send each message once, see changes of each other, and take over', async () => {
    const lcd = createLcd({ flows: [{ label: 'Rent', owner, interval: '3600s' }], clock: Date.now })
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    /** The types of messages, without those about the empty account of the flow. */
    const types = () =>
      receiver.requests.map(({ body }) => JSON.parse(body).type).filter(type => !/will_fail|low_funds/.test(type))
    const url = await server.url()
    const subscriptions = { store: url, key: secret }
    const first = await startMonitor(lcd, { subscriptions })
    const second = await startMonitor(lcd, { subscriptions })

    // Only the first instance checks flows, so the second one passes the subscription on.
    const { token } = await second.post('/subscriptions', {
      target: { flow: '1' },
      channel: { type: 'webhook', url: receiver.url },
    })
    const { code } = JSON.parse(`${receiver.requests[0]?.body}`).data
    expect(await first.post(`/subscriptions/${token}/confirm`, { code })).toMatchObject({ isConfirmed: true })
    lcd.execute(1, { outcome: 'failed' })
    await waitFor(() => expect(types()).toContain('flow.failing'))

    await first.stop()
    // The second instance takes over, and receives events.
    await waitFor(() => expect(lcd.sockets).toBe(1))
    lcd.execute(1, { outcome: 'succeeded' })
    await waitFor(() => expect(types()).toContain('flow.failing.resolved'))
    expect(types()).toEqual(['subscription.confirm', 'flow.failing', 'flow.failing.resolved'])

    // An instance whose connection was cut may have lost the lead, so it ends.
    const sql = connect(url, { max: 1 })
    await sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`
    await sql.end()
    expect(await second.ended).toMatchObject({ name: 'MonitorError', kind: 'state' })
  })
})
