import type { Output } from './output.js'

export interface ProgressUpdate {
  loaded: number
  total: number | null
}

/** A progress bar on stderr. It does nothing if stderr is not a terminal. */
interface Progress {
  update: (progress: ProgressUpdate) => void
  /** Removes the bar while `print` writes to the same terminal. */
  around: (print: () => Promise<void>) => Promise<void>
}

export function takeEach<Item>(
  output: Output,
  noun: string,
  scan: (onProgress: Progress['update']) => AsyncIterable<Item>,
  take: (item: Item) => Promise<void>,
): Promise<void> {
  return withProgress(output, noun, async progress => {
    for await (const item of scan(progress.update)) await progress.around(() => take(item))
  })
}

/** Shows a text on stderr while `work` runs, if stderr is a terminal. */
export async function withStatus<Result>(
  { terminal: { stderr } }: Pick<Output, 'terminal'>,
  text: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!stderr.isTTY) return work()
  stderr.write(text)
  try {
    return await work()
  } finally {
    stderr.write('\r\x1b[2K')
  }
}

export async function withProgress<Result>(
  { terminal: { stdout, stderr } }: Output,
  noun: string,
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  if (!stderr.isTTY) return work({ update() {}, around: print => print() })
  const { default: cliProgress } = await import('cli-progress')
  const bar = new cliProgress.SingleBar({
    stream: stderr,
    format: `{bar} {value} of {total} ${noun}`,
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
      update({ loaded, total }) {
        if (total === null) return
        if (!bar.isActive) bar.start(total, loaded)
        bar.setTotal(total)
        bar.update(loaded)
      },
      around(print) {
        // stop() clears the current line, so it must run before anything else is printed there.
        if (stdout.isTTY) stop()
        return print()
      },
    })
  } finally {
    stop()
  }
}
