import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, statfsSync } from 'node:fs'
import { newFolder } from './servers.js'

/** A small separate file system. */
export interface SmallDisk {
  folder: string
  /** Reduces the free space to this size. */
  fill: (kilobytes: number) => void
  empty: () => void
  remove: () => void
}

/** Mounts a disk in memory. Returns undefined if this process isn't allowed to mount file systems. Outside of containers, only root has it. */
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
          // Fails if a process has written to the disk since `statfs`.
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
