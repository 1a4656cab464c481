import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { packAll } from '../../scripts/packages.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the packed packages. */
    tarballs: string
  }
}

/** Packs the built packages once for all tests. */
export function setup({ provide }: TestProject): () => void {
  const tarballs = mkdtempSync(join(tmpdir(), 'flow-query-tarballs-'))
  packAll(tarballs)
  provide('tarballs', tarballs)
  return () => rmSync(tarballs, { recursive: true })
}
