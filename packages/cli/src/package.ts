import { readFileSync } from 'node:fs'

/** Of this package: of its sources as of the built program. */
export const packageFolder = new URL('../', import.meta.url)

export function version(): string {
  return JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')).version
}
