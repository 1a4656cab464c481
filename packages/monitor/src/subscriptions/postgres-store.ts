import { setTimeout as wait } from 'node:timers/promises'
import type { Row, Sql } from 'postgres'
import { emptyState, MonitorError } from '../alerts/state-file.js'
import { parseState } from '../alerts/state-schema.js'
import type { SubscriptionStore } from './store.js'
import { type Subscription, subscription } from './subscription.js'

/** How often an instance looks whether the leader is gone, in milliseconds. */
const leadInterval = 2_000

/** A Postgres database that several instances share. One of them leads, which means that it checks flows and sends messages. */
export async function postgresSubscriptions(url: string): Promise<SubscriptionStore> {
  const { default: connect } = await import('postgres').catch(() => {
    throw new MonitorError('argument', 'The driver for Postgres is not installed.', 'Run: npm install postgres')
  })
  const settings = { onnotice: () => {}, connection: { application_name: 'flow-query monitor' } }
  const sql = connect(url, { ...settings, max: 4 })
  await createTables(sql).catch(async (error: Error) => {
    await sql.end({ timeout: 0 })
    throw new MonitorError(
      'state',
      `The database can't be used: ${error.message}.`,
      'Check the URL and its permissions.',
    )
  })
  const all = new Map<string, Subscription>()
  let leader: Sql | undefined
  let leading: Sql | undefined
  let hasLostLead = false

  /** The lock of the leader belongs to one connection. */
  function connection(): Sql {
    if (hasLostLead)
      throw new MonitorError(
        'state',
        'The connection to the database was lost, so another instance may have taken over.',
        'Restart this instance.',
      )
    return leading ?? sql
  }

  async function refresh(): Promise<void> {
    const rows = await connection()`SELECT data, delivery FROM flow_query_subscriptions`
    const read = rows.map(subscriptionOf)
    all.clear()
    for (const one of read) all.set(one.id, one)
  }

  await refresh()
  return {
    all,
    refresh,
    async find(id) {
      const [row] = await sql`SELECT data, delivery FROM flow_query_subscriptions WHERE id = ${id}`
      return row && subscriptionOf(row)
    },
    async add({ delivery, ...data }) {
      await sql`INSERT INTO flow_query_subscriptions VALUES (${data.id}, ${sql.json(data)}, ${sql.json(delivery)})`
      all.set(data.id, { ...data, delivery })
    },
    async change(id, changes) {
      await sql`UPDATE flow_query_subscriptions SET data = data || ${sql.json(changes)} WHERE id = ${id}`
      const before = all.get(id)
      if (before) all.set(id, { ...before, ...changes })
    },
    async saveDelivery(id, delivery) {
      await connection()`UPDATE flow_query_subscriptions SET delivery = ${sql.json(delivery)} WHERE id = ${id}`
      const before = all.get(id)
      if (before) all.set(id, { ...before, delivery })
    },
    async remove(id) {
      await sql`DELETE FROM flow_query_subscriptions WHERE id = ${id}`
      all.delete(id)
    },
    async lead(signal) {
      // A connection that is never renewed, because the lock would be lost with it.
      const own = connect(url, {
        ...settings,
        max: 1,
        max_lifetime: null,
        onclose: () => {
          hasLostLead = leading !== undefined
        },
      })
      leader = own
      for (;;) {
        const [row] = await own`SELECT pg_try_advisory_lock(hashtext('flow-query subscriptions')) AS leads`
        if (row?.leads) break
        await wait(leadInterval, undefined, { signal })
      }
      leading = own
      await refresh()
    },
    incidents: chain => ({
      async load() {
        const [row] = await sql`SELECT state FROM flow_query_incidents WHERE chain = ${chain}`
        if (!row) return emptyState
        const parsed = parseState(row.state)
        if ('state' in parsed) return parsed.state
        throw new MonitorError(
          'state',
          `The incidents in the database are damaged: ${parsed.problem}.`,
          'Delete the row.',
        )
      },
      async save(state) {
        const json = sql.json(JSON.parse(JSON.stringify(state)))
        await connection()`INSERT INTO flow_query_incidents VALUES (${chain}, ${json})
          ON CONFLICT (chain) DO UPDATE SET state = excluded.state`
      },
    }),
    async close() {
      leading = undefined
      await leader?.end({ timeout: 1 })
      await sql.end({ timeout: 1 })
    },
  }
}

function subscriptionOf({ data, delivery }: Row): Subscription {
  return subscription.parse({ ...data, delivery })
}

async function createTables(sql: Sql): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS flow_query_subscriptions (id text PRIMARY KEY, data jsonb NOT NULL, delivery jsonb NOT NULL)`
  await sql`CREATE TABLE IF NOT EXISTS flow_query_incidents (chain text PRIMARY KEY, state jsonb NOT NULL)`
}
