import { join } from 'node:path'
import { manifestOf } from '../../../scripts/packages.js'

interface Entry {
  '@flow-query/source'?: string
}

/** Returns the names that each entry point of a package exports, without types. */
export async function exportsOf(folder: string): Promise<Record<string, string[]>> {
  const names: Record<string, string[]> = {}
  for (const [entry, paths] of Object.entries<Entry>(manifestOf(folder).exports ?? {})) {
    const source = paths['@flow-query/source']
    if (source) names[entry] = Object.keys(await import(/* @vite-ignore */ join(folder, source))).sort()
  }
  return names
}
