import type { ScanProgress } from '@flow-query/core'

/**
 * Takes what a scan reads, one after the other, while a bar tells how far it is.
 *
 * @param what in the plural: `flows`
 */
export async function takeEach<Item>(
  what: string,
  scan: (onProgress: Progress['update']) => AsyncIterable<Item>,
  take: (item: Item) => Promise<void>,
): Promise<void> {
  const progress = await createProgress(what)
  try {
    for await (const item of scan(progress.update)) await progress.around(() => take(item))
  } finally {
    progress.end()
  }
}

/** How far a long read is, on stderr; nowhere where that is no terminal. */
interface Progress {
  update: (progress: ScanProgress) => void
  /** Takes the bar away before something is written to the same terminal. */
  around: (print: () => Promise<void>) => Promise<void>
  end: () => void
}

async function createProgress(what: string): Promise<Progress> {
  const { stderr, stdout } = process
  if (!stderr.isTTY) return { update() {}, around: print => print(), end() {} }
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

  return {
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
    end: stop,
  }
}
