import { reactive } from 'vue'

const storageKey = 'flow-query:tabs'

/** The selected label of each group of tabs. Groups with the same key on all pages share one selection. */
export const chosen = reactive<Record<string, string>>({})

/** Reads the selection of earlier visits. Call it after hydration, because the server doesn't know it. */
export function restoreChosen(): void {
  try {
    Object.assign(chosen, JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    // Storage is blocked or contains invalid JSON. The first tab stays selected.
  }
}

export function choose(key: string, label: string): void {
  chosen[key] = label
  try {
    localStorage.setItem(storageKey, JSON.stringify(chosen))
  } catch {
    // Storage is blocked. The selection lasts until the page is closed.
  }
}
