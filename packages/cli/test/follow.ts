import type { Readable } from 'node:stream'

export interface Finished {
  stdout: string
  stderr: string
  /** Null if a signal ended the process. */
  status: number | null
}

export interface Running {
  /** The output so far. */
  seen: { stdout: string; stderr: string }
  /** Resolves when the output contains this text. Rejects if the command ends without it. */
  says: (text: string | RegExp) => Promise<void>
  /** Interrupts the command like Ctrl-C. */
  interrupt: () => void
  /** Sends SIGTERM. */
  terminate: () => void
  /** Waits until the command ends. */
  finished: () => Promise<Finished>
}

/** Adds a timeout for requests that a slow machine doesn't reach, unless there is one. */
export function patient(args: readonly string[]): readonly string[] {
  return args.includes('--timeout') ? args : ['--timeout', '300000', ...args]
}

/** @param status resolves when both streams have ended */
export function follow(
  streams: { stdout: Readable; stderr: Readable },
  status: Promise<number | null>,
): Omit<Running, 'interrupt' | 'terminate'> {
  const seen = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const)
    streams[name].setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text
      for (const check of waiting) check()
    })
  const finished = status.then(status => ({ ...seen, status }))
  return {
    seen,
    finished: () => finished,
    says(text) {
      const all = () => seen.stdout + seen.stderr
      const has = () => (typeof text === 'string' ? all().includes(text) : text.test(all()))
      return new Promise((resolve, reject) => {
        const check = () => {
          if (!has()) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
        finished.then(() => reject(new Error(`The command ended without printing ${text}: ${all()}`)))
      })
    },
  }
}
