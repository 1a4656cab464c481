/** The maximum delay of a timer. With a longer delay, it fires immediately. */
const longestTimer = 2 ** 31 - 1

export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return withTimer(milliseconds, signal, resolve => resolve())
}

/**
 * Runs `work` with a timeout, and rejects with `timeoutError()` if the work takes longer. If the signal is aborted, the promise
 * immediately rejects with the signal's reason.
 *
 * `work` receives its own signal, which is aborted in both cases and if the work fails. If the work ignores this signal, it
 * continues in the background and its result is dropped.
 */
export async function withTimeout<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const start = (resolve: Resolve<T>, reject: Reject) => void work(controller.signal).then(resolve, reject)
  try {
    return await withTimer(milliseconds, signal, (_, reject) => reject(timeoutError()), start)
  } catch (error) {
    controller.abort()
    throw error
  }
}

type Resolve<T> = (value: T) => void
type Reject = (reason: unknown) => void

async function withTimer<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  onTimer: (resolve: Resolve<T>, reject: Reject) => void,
  start?: (resolve: Resolve<T>, reject: Reject) => void,
): Promise<T> {
  signal?.throwIfAborted()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopListening = () => {}
  try {
    return await new Promise<T>((resolve, reject) => {
      timer = setTimeout(() => onTimer(resolve, reject), Math.min(milliseconds, longestTimer))
      stopListening = onAbort(signal, reject)
      start?.(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
    stopListening()
  }
}

interface SharedListener {
  readonly callbacks: Set<(reason: unknown) => void>
  readonly onAbort: () => void
}

const sharedListeners = new WeakMap<AbortSignal, SharedListener>()

/** All callbacks of a signal share one listener, because Node warns if a signal has more than ten. */
export function onAbort(signal: AbortSignal | undefined, callback: (reason: unknown) => void): () => void {
  if (!signal) return () => {}
  const shared = sharedListeners.get(signal) ?? createSharedListener(signal)
  sharedListeners.set(signal, shared)
  shared.callbacks.add(callback)
  signal.addEventListener('abort', shared.onAbort)
  return () => {
    shared.callbacks.delete(callback)
    if (shared.callbacks.size === 0) signal.removeEventListener('abort', shared.onAbort)
  }
}

function createSharedListener(signal: AbortSignal): SharedListener {
  const callbacks: SharedListener['callbacks'] = new Set()
  return {
    callbacks,
    onAbort() {
      for (const callback of callbacks) callback(signal.reason)
    },
  }
}
