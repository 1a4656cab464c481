import { derived, fromStore, writable } from 'svelte/store'
import { useFlow } from '../../src/index.js'

/** Uses runes in a module. Components call this function while they initialize. */
export function createLabels(id: () => number) {
  const flow = useFlow(() => ({ id: id() }))
  const label = $derived(flow.data?.label)
  const flowStore = fromStore(flow)

  const args = writable({ id: id() })
  $effect.pre(() => args.set({ id: id() }))
  const stored = useFlow(args)
  const storedLabel = fromStore(derived(stored, ({ data }) => data?.label))

  return {
    get 'getter, store'() {
      return flowStore.current.data?.label
    },
    get 'getter, object'() {
      return label
    },
    get 'store, store'() {
      return fromStore(stored).current.data?.label
    },
    get 'store, object'() {
      return stored.data?.label
    },
    get 'store, derived'() {
      return storedLabel.current
    },
  }
}
