import { isRecord } from '@flow-query/core/parts/decode'
import { type ListStorage, storedList, storeList } from './stored-list'

/** A subscription that was created in this browser. */
export interface StoredSubscription {
  /** The URL of the monitor. */
  monitor: string
  token: string
  /** The label of the flow, the name of the owner, or the filters of the search. */
  name: string
  /** Opens the chat that confirms a subscription by Telegram. */
  telegramLink: string | null
}

const storageKey = 'flow-explorer:subscriptions'

export function storedSubscriptions(storage: ListStorage): StoredSubscription[] {
  return storedList(storage, storageKey).filter(isStored)
}

/** @throws {NotifyProblem} if the browser blocks the storage, or if it is full */
export function storeSubscriptions(storage: ListStorage, all: readonly StoredSubscription[]): void {
  storeList(storage, storageKey, all)
}

function isStored(value: unknown): value is StoredSubscription {
  if (!isRecord(value)) return false
  const { monitor, token, name, telegramLink } = value
  const isLink = telegramLink === null || (typeof telegramLink === 'string' && telegramLink.startsWith('https://'))
  return typeof monitor === 'string' && typeof token === 'string' && typeof name === 'string' && isLink
}
