import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { waitLimit } from '../../../tests/setup/wait-limit.js'

// Makes React warn about updates that a test did not wait for.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Tests can be slow on a busy machine.
configure({ asyncUtilTimeout: waitLimit })

const methods = ['debug', 'error', 'info', 'log', 'warn'] as const

const printed: unknown[][] = []

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation((...line) => void printed.push(line))
})

// Fails a test if anything is printed, such as a missing `act()`, a hydration mismatch or a deprecation.
afterEach(() => {
  cleanup()
  expect(printed.splice(0)).toEqual([])
})
