import { readFile } from 'node:fs/promises'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { MonitorError, type StateStore } from '../alerts/state-file.js'
import { type Delivery, type Settings, type Subscription, subscription } from './subscription.js'

/** Saves subscriptions. A method resolves when its change is safe from a crash. */
export interface SubscriptionStore {
  /** All subscriptions by ID. With several instances, changes of the others are included after `refresh`. */
  readonly all: ReadonlyMap<string, Subscription>
  readonly refresh: () => Promise<void>
  readonly find: (id: string) => Promise<Subscription | undefined>
  readonly add: (subscription: Subscription) => Promise<void>
  readonly change: (
    id: string,
    changes: Partial<Settings & Pick<Subscription, 'channel' | 'confirmation'>>,
  ) => Promise<void>
  readonly saveDelivery: (id: string, delivery: Delivery) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  /** Resolves when this instance is the only one that checks flows and sends messages. */
  readonly lead: (signal: AbortSignal) => Promise<void>
  /** Where all instances save incidents, or null if each instance has its own. */
  readonly incidents: ((chain: string) => StateStore) | null
  readonly close: () => Promise<void>
}

/** Whether the store of an option is the URL of a database and not a file. */
export function isDatabaseUrl(store: string): boolean {
  return /^postgres(ql)?:/.test(store)
}

const stored = z.object({ format: z.literal('flow-query subscriptions 1'), subscriptions: z.array(subscription) })

/** A file for one instance. Changes that arrive while the file is written share the next write. */
export async function fileSubscriptions(path: string): Promise<SubscriptionStore> {
  const all = new Map((await readAll(path)).map(one => [one.id, one]))
  let writing = Promise.resolve()
  let next: Promise<void> | undefined

  function save(): Promise<void> {
    next ??= writing
      .catch(() => {})
      .then(() => {
        next = undefined
        const text = JSON.stringify({ format: 'flow-query subscriptions 1', subscriptions: Array.from(all.values()) })
        writing = writeFileAtomic(path, `${text}\n`, { mode: 0o600 })
        return writing
      })
    return next
  }

  function update(id: string, changes: Partial<Subscription>): Promise<void> {
    const before = all.get(id)
    if (before) all.set(id, { ...before, ...changes })
    return save()
  }

  return {
    all,
    refresh: async () => {},
    find: async id => all.get(id),
    async add(one) {
      all.set(one.id, one)
      await save().catch(error => {
        all.delete(one.id)
        throw error
      })
    },
    change: update,
    saveDelivery: (id, delivery) => update(id, { delivery }),
    remove(id) {
      all.delete(id)
      return save()
    },
    lead: async () => {},
    incidents: null,
    close: () => writing.catch(() => {}),
  }
}

async function readAll(path: string): Promise<Subscription[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (text.trim() === '') return []
  try {
    return stored.parse(JSON.parse(text)).subscriptions
  } catch {
    throw new MonitorError(
      'state',
      `${path} is not a file with subscriptions, or it is damaged.`,
      'Restore it from a backup, or select another file with --subscriptions.',
    )
  }
}
