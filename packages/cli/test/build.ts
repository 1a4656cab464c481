import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** What is tested is the built program, of the source as it is now. */
export async function setup(): Promise<void> {
  await build({ root: fileURLToPath(new URL('..', import.meta.url)), logLevel: 'error' })
}
