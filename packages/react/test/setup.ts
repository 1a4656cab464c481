import { advancing } from '@flow-query/contract'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { waitLimit } from '../../../tests/setup/wait-limit.js'

/** Makes React warn about updates that a test did not wait for. */
const setWarnings = (isOn: boolean) => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isOn })
setWarnings(true)

const { asyncWrapper } = getConfig()
configure({
  asyncUtilTimeout: waitLimit,
  async asyncWrapper(wait) {
    setWarnings(false)
    try {
      return await advancing(() => asyncWrapper(wait))
    } finally {
      setWarnings(true)
    }
  },
})
afterAll(() => configure({ asyncWrapper }))

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
