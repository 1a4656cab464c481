import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// React warns of every update that a test did not wait for.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// A busy machine may take its time.
configure({ asyncUtilTimeout: 10_000 })

const methods = ['debug', 'error', 'info', 'log', 'warn'] as const

const printed: unknown[][] = []

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation((...line) => void printed.push(line))
})

// Whatever the hooks, React or TanStack Query print is a failure: missed act() calls, hydration mismatches, deprecations.
afterEach(() => {
  cleanup()
  expect(printed.splice(0)).toEqual([])
})
