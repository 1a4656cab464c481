import { cleanup, configure, setup } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, vi } from 'vitest'

const methods = ['debug', 'error', 'info', 'log', 'warn'] as const

const printed: unknown[][] = []

beforeEach(async () => {
  await setup()
  // A busy machine may take its time.
  configure({ asyncUtilTimeout: 10_000 })
  for (const method of methods) vi.spyOn(console, method).mockImplementation((...line) => void printed.push(line))
})

// Whatever the stores, Svelte or TanStack Query print is a failure: hydration mismatches, leaks, deprecations.
afterEach(() => {
  cleanup()
  expect(printed.splice(0)).toEqual([])
})
