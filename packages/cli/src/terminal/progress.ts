import type { Output } from './output.js'

/** How far a long read is: items that were read, and those that there are; null while that is not known. */
export interface HowFar {
  done: number
  of: number | null
}

/** A bar on stderr that tells how far a long read is; nothing where that is no terminal. */
interface Progress {
  update: (howFar: HowFar) => void
  /** Takes the bar away before something is written to the same terminal. */
  around: (print: () => Promise<void>) => Promise<void>
}

/**
 * Takes what a scan reads, one after the other, while a bar tells how far it is.
 *
 * @param what in the plural: `flows`
 */
export function takeEach<Item>(
  output: Output,
  what: string,
  scan: (onProgress: Progress['update']) => AsyncIterable<Item>,
  take: (item: Item) => Promise<void>,
): Promise<void> {
  return withProgress(output, what, async progress => {
    for await (const item of scan(progress.update)) await progress.around(() => take(item))
  })
}

export async function withProgress<Result>(
  { terminal: { stdout, stderr } }: Output,
  what: string,
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  if (!stderr.isTTY) return work({ update() {}, around: print => print() })
  const { default: cliProgress } = await import('cli-progress')
  const bar = new cliProgress.SingleBar({
    stream: stderr,
    format: `{bar} {value} of {total} ${what}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    clearOnComplete: true,
    hideCursor: true,
  })

  function stop(): void {
    if (bar.isActive) bar.stop()
  }

  try {
    return await work({
      update({ done, of }) {
        if (of === null) return
        if (!bar.isActive) bar.start(of, done)
        bar.setTotal(of)
        bar.update(done)
      },
      around(print) {
        // It goes back to where it began when it stops, which must still be its own line.
        if (stdout.isTTY) stop()
        return print()
      },
    })
  } finally {
    stop()
  }
}
