import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, statfsSync } from 'node:fs'
import { newFolder } from './servers.js'

/** A file system of its own, which can be full. */
export interface SmallDisk {
  folder: string
  /** Leaves only so many kilobytes free. */
  fill: (kilobytes: number) => void
  empty: () => void
  remove: () => void
}

/** Undefined where nothing may be mounted: outside of containers only root can. */
export function createSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = newFolder()
  const mount = (options: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'flow-query', folder], { stdio: 'pipe' })
  try {
    mount(`size=${megabytes}m`)
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  chmodSync(folder, 0o777)
  return {
    folder,
    fill(kilobytes) {
      for (let attempt = 1; ; attempt++) {
        const { blocks, bfree, bsize } = statfsSync(folder)
        try {
          return void mount(`remount,size=${(blocks - bfree) * bsize + kilobytes * 1024}`)
        } catch (error) {
          // Meanwhile it may hold more than that.
          if (attempt === 100) throw error
        }
      }
    },
    empty: () => void mount(`remount,size=${megabytes}m`),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}
