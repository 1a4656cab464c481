import { advancing } from '@flow-query/contract'
import { cleanup, configure } from '@testing-library/vue'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { waitLimit } from '../../../tests/setup/wait-limit.js'

configure({ asyncWrapper: advancing, asyncUtilTimeout: waitLimit })

const methods = ['debug', 'error', 'info', 'log', 'warn'] as const

/** Warnings of Vue about `<Suspense>`, and about errors that a test throws in `setup()` on a server. */
const expected = /^<Suspense> is an experimental feature|Unhandled error during execution of setup function/

const printed: unknown[][] = []

beforeEach(() => {
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...line) => {
      if (!expected.test(String(line[0]))) printed.push(line)
    })
  }
})

// Fails a test if anything is printed, such as a hydration mismatch or a deprecation.
afterEach(() => {
  cleanup()
  expect(printed.splice(0)).toEqual([])
})
