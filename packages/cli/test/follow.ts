import type { Readable } from 'node:stream'

export interface Finished {
  stdout: string
  stderr: string
  /** Null where a signal ended it. */
  status: number | null
}

export interface Running {
  /** What it has said so far. */
  seen: { stdout: string; stderr: string }
  /** Resolves when its output holds this. */
  says: (text: string | RegExp) => Promise<void>
  /** As Ctrl-C does. */
  interrupt: () => void
  finished: Promise<Finished>
}

/** @param status resolves when nothing more comes out of the streams */
export function follow(
  streams: { stdout: Readable; stderr: Readable },
  status: Promise<number | null>,
): Omit<Running, 'interrupt'> {
  const seen = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const)
    streams[name].setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text
      for (const look of waiting) look()
    })
  const finished = status.then(status => ({ ...seen, status }))
  return {
    seen,
    finished,
    says(text) {
      const all = () => seen.stdout + seen.stderr
      const has = () => (typeof text === 'string' ? all().includes(text) : text.test(all()))
      return new Promise((resolve, reject) => {
        const look = () => {
          if (!has()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
        finished.then(() => reject(new Error(`It ended and never said ${text}: ${all()}`)))
      })
    },
  }
}
