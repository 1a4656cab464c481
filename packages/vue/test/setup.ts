import { cleanup, configure } from '@testing-library/vue'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// A busy machine may take its time.
configure({ asyncUtilTimeout: 10_000 })

const methods = ['debug', 'error', 'info', 'log', 'warn'] as const

/** What Vue says of its own `<Suspense>`, once, whoever uses it, and of what a test makes `setup()` throw on a server. */
const expected = /^<Suspense> is an experimental feature|Unhandled error during execution of setup function/

const printed: unknown[][] = []

beforeEach(() => {
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...line) => {
      if (!expected.test(String(line[0]))) printed.push(line)
    })
  }
})

// Whatever the composables, Vue or TanStack Query print is a failure: hydration mismatches, deprecations.
afterEach(() => {
  cleanup()
  expect(printed.splice(0)).toEqual([])
})
