import { expect, test } from 'vitest'
import { settle, until } from '../../../../tests/setup/until.js'
import { alertOf, owner, secret } from '../../test/subscriptions.js'
import type { Alert } from '../alerts/alert.js'
import { createDeliveries } from './deliveries.js'
import { loadKeys } from './keys.js'
import type { Notice } from './notice.js'
import type { SubscriptionStore } from './store.js'
import type { Subscription } from './subscription.js'

const kills = 1_000
const random = (below: number) => Math.floor(Math.random() * below)

/** The incidents of a chain. Several can begin or end at the same time. */
function createIncidents() {
  const open = new Map<string, Alert>()
  const ended = new Map<string, Alert>()
  let begun = 0
  return {
    open,
    ended,
    change() {
      for (let count = random(6); count > 0; count--) {
        const alert = alertOf(`incident ${++begun}`)
        open.set(alert.id, alert)
      }
      for (const alert of open.values()) {
        if (random(4) > 0) continue
        open.delete(alert.id)
        ended.set(alert.id, { ...alert, status: 'resolved', reason: 'recovered' })
      }
    },
  }
}

test(`${kills} kills at any write, message or answer lose and double nothing`, async () => {
  const keys = await until(loadKeys(secret, ''))
  const subscription = (id: string): Subscription => ({
    ...{ id, target: { owner }, confirmation: null, createdAt: 0, isPaused: false, onlyStops: false, quietHours: null },
    channel: { type: 'telegram', sealed: keys.encrypt(JSON.stringify({ type: 'telegram', chat: id })), hash: id },
    delivery: { told: [], sending: [], attempts: 0, nextAttempt: 0 },
  })
  const disk = new Map(['a', 'b', 'c'].map(id => [id, subscription(id)]))
  const incidents = createIncidents()
  /** The alerts by the ID of their message, because receivers ignore an ID that they know. */
  const received = new Map<string, Map<string, Notice>>(Array.from(disk.keys(), id => [id, new Map()]))

  /** Runs until a random step. Afterwards, nothing that the process does has an effect. */
  async function runProcess(stepsLeft: number): Promise<void> {
    let left = stepsLeft
    const step = async () => {
      if (left-- <= 0) await new Promise(() => {})
    }
    const all = new Map(disk)
    const store: SubscriptionStore = {
      ...({} as SubscriptionStore),
      all,
      async saveDelivery(id, delivery) {
        await step()
        disk.set(id, { ...subscription(id), delivery })
        all.set(id, { ...subscription(id), delivery })
        await step()
      },
    }
    const deliveries = createDeliveries({
      ...{ store, keys, chain: 'intento-1', explorer: undefined, clock: Date.now, flows: () => new Map() },
      ...{ onChange: () => {}, onNote: () => {}, onSent: () => {} },
      async send(address, notice) {
        await step()
        if (address.type === 'telegram') received.get(address.chat)?.set(notice.message.id, notice)
        await step()
        return { result: 'delivered' }
      },
    })
    for (let round = 0; left > 0 && round < 10; round++) {
      deliveries.update({ open: [...incidents.open.values()], ended: incidents.ended })
      deliveries.start()
      await settle()
      if (left > 0) incidents.change()
    }
  }

  for (let kill = 0; kill < kills; kill++) {
    await runProcess(1 + random(40))
    incidents.change()
  }
  // The incidents change no more, so that the last process can send everything.
  incidents.change = () => {}
  for (let round = 0; round < 200; round++) await runProcess(Number.POSITIVE_INFINITY)

  for (const messages of received.values()) {
    const alerts = Array.from(messages.values(), ({ message }) => message.alerts).flat()
    const told = alerts.map(({ id, status }) => `${id} ${status}`)
    expect(new Set(told).size).toBe(told.length)
    for (const { id } of incidents.open.values()) expect(told).toContain(`${id} open`)
    const opened = alerts.filter(({ status }) => status === 'open').map(({ id }) => id)
    for (const id of opened) if (!incidents.open.has(id)) expect(told).toContain(`${id} resolved`)
    expect(told.length).toBeGreaterThan(kills)
  }
})
