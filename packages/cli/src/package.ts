import { readFileSync } from 'node:fs'

/** The folder of this package. It is the parent of both `src` and `dist`. */
export const packageFolder = new URL('../', import.meta.url)

export function version(): string {
  return JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')).version
}
