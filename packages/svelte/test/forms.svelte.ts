import { toStore } from 'svelte/store'
import type { Form } from './framework.js'

const state: Form = get => {
  const given = $state(get())
  $effect.pre(() => void Object.assign(given, get()))
  return given
}

/** All ways to pass changing arguments, except getters. */
export const forms = { 'a store': get => toStore(get), 'a $state object': state } satisfies Record<string, Form>
