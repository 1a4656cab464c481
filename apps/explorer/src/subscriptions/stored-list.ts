import { NotifyProblem } from './monitor'

/** Null if the browser blocks the storage. */
export type ListStorage = Pick<Storage, 'getItem' | 'setItem'> | null

/** Returns a stored list, or an empty one if it is invalid or can't be read. */
export function storedList(storage: ListStorage, key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** @throws {NotifyProblem} if the browser blocks the storage, or if it is full */
export function storeList(storage: ListStorage, key: string, list: readonly unknown[]): void {
  try {
    if (!storage) throw new DOMException('The storage is blocked.', 'SecurityError')
    storage.setItem(key, JSON.stringify(list))
  } catch {
    throw new NotifyProblem(
      'Your browser blocks storage, or it is full',
      'The explorer stores your subscriptions there.',
    )
  }
}
