import { advancing } from '@flow-query/contract'
import { act, cleanup, configure, setup } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { waitLimit } from '../../../tests/setup/wait-limit.js'

const methods = ['debug', 'error', 'info', 'log', 'warn'] as const

const printed: unknown[][] = []

beforeEach(async () => {
  await setup()
  configure({ asyncWrapper: wait => advancing(() => act(wait)), asyncUtilTimeout: waitLimit })
  for (const method of methods) vi.spyOn(console, method).mockImplementation((...line) => void printed.push(line))
})

// Fails a test if anything is printed, such as a hydration mismatch or a deprecation.
afterEach(() => {
  cleanup()
  expect(printed.splice(0)).toEqual([])
})
