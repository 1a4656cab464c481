import { vi } from 'vitest'
import { waitLimit } from './wait-limit.js'

/**
 * Waits until a check passes, and returns its result. A lint rule forbids `vi.waitFor` and `vi.waitUntil`, because they give
 * up after one second, which is too short for a busy machine.
 *
 * @template Result
 * @param {() => Result | Promise<Result>} check
 * @param {{ interval?: number }} [options] the milliseconds between two checks. Default: 50.
 * @returns {Promise<Result>}
 */
export function waitFor(check, options) {
  // biome-ignore lint/plugin: This is the one with the long limit.
  return vi.waitFor(check, { ...options, timeout: waitLimit })
}
