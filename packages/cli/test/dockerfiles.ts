import { readFileSync } from 'node:fs'

export const packages = new URL('../../', import.meta.url)

/** Returns the instructions of a Dockerfile. */
export function instructionsOf(name: string): [instruction: string, value: string][] {
  const text = readFileSync(new URL(`${name}/Dockerfile`, packages), 'utf8')
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return lines.map(line => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)])
}

export function instruction(name: string, wanted: string): string {
  return instructionsOf(name).find(([name]) => name === wanted)?.[1] ?? ''
}
