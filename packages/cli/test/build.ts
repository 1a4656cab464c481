import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Turborepo builds packages before it runs tests. */
const isBuilt = 'TURBO_HASH' in process.env

/** Builds the program before the tests, because some of them run it as a process. */
export async function setup(): Promise<void> {
  if (isBuilt) return
  await build({ root: fileURLToPath(new URL('..', import.meta.url)), logLevel: 'error' })
}
