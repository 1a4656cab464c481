import { flushSync } from 'svelte'
import { writable } from 'svelte/store'
import type { Given } from '../src/given.js'

/** What may be given to a query, and how it is changed. */
type Changing = <Value extends object>(initial: Value) => { given: Given<Value>; set: (value: Value) => void }

const getter: Changing = initial => {
  let value = $state.raw(initial)
  return {
    given: () => value,
    set: next => {
      flushSync(() => {
        value = next
      })
    },
  }
}

const store: Changing = initial => {
  const given = writable(initial)
  return { given, set: next => flushSync(() => given.set(next)) }
}

const state: Changing = initial => {
  const given = $state(initial)
  return { given, set: next => flushSync(() => void Object.assign(given, next)) }
}

/** Each way in which what is given can change. */
export const changing = Object.entries({ 'a getter': getter, 'a store': store, 'a $state object': state })
