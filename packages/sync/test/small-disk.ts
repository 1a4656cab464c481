import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './servers.js'

/** A file system of its own, which can be full. */
export interface SmallDisk {
  folder: string
  /** Leaves only so many kilobytes of it free. */
  fill: (kilobytes: number) => void
  empty: () => void
  remove: () => void
}

/** Undefined where nothing may be mounted: outside of containers only root can. */
export function createSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = newFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'flow-query', folder], { stdio: 'pipe' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  chmodSync(folder, 0o777)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill(kilobytes) {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - kilobytes * 1024))
    },
    empty: () => rmSync(ballast),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
