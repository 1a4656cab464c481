import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the program before the tests, because some of them run it as a process. */
export async function setup(): Promise<void> {
  await build({ root: fileURLToPath(new URL('..', import.meta.url)), logLevel: 'error' })
}
