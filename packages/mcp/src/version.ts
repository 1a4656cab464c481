import { readFileSync } from 'node:fs'

/** The file is in the parent of both `src` and `dist`. */
export function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}
