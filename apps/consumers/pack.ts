import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { root } from '../../scripts/packages.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of what would be published. */
    tarballs: string
  }
}

/** Packs what is built, once for all tests. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const tarballs = mkdtempSync(join(tmpdir(), 'flow-query-tarballs-'))
  const pnpm = join(root, 'node_modules/.bin/pnpm')
  const published = ['--recursive', '--filter=./packages/*', '--filter=!@flow-query/contract']
  await promisify(execFile)(pnpm, [...published, 'pack', '--out', join(tarballs, '%s.tgz')], { cwd: root })
  provide('tarballs', tarballs)
  return () => rmSync(tarballs, { recursive: true })
}
