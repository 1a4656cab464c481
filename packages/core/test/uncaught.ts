import { onTestFinished } from 'vitest'

/** Collects the uncaught exceptions of a test, which would otherwise fail it. */
export function collectUncaught(): unknown[] {
  const uncaught: unknown[] = []
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', error => void uncaught.push(error))
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException')
    for (const listener of listeners) process.on('uncaughtException', listener)
  })
  return uncaught
}
